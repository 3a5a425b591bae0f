import { words } from '../words/words.ts';

interface Mark {
  id: string;
  name: string;
  color: string;
}

interface AudienceMarkProps {
  circles: readonly Mark[];
  /** What stands where there are no circles to name; 'Shared with you' if not given. */
  none?: string | undefined;
}

/** Who can see it: the circles' rings and names, in the same place and form everywhere. */
export function AudienceMark({ circles, none = words.ui.sharedWithYou }: AudienceMarkProps) {
  if (circles.length === 0) {
    return (
      <span className="aud">
        <span className="trunc">{none}</span>
      </span>
    );
  }
  return (
    <span className="aud">
      <span className="o" aria-hidden="true">
        {circles.slice(0, 4).map((circle) => (
          <i key={circle.id} style={{ '--c': circle.color }} />
        ))}
      </span>
      <span className="vh">{words.ui.sharedWith} </span>
      <span className="trunc">{circles.map((circle) => circle.name).join(', ')}</span>
    </span>
  );
}
