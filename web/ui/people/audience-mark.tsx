import { words } from '../../words/words.ts';

interface Mark {
  id: string;
  name: string;
  color: string;
}

interface AudienceMarkProps {
  circles: readonly Mark[];
  /** The text without circles to name; default 'Shared with you'. */
  none?: string | undefined;
  /** For what it describes. */
  id?: string;
}

/** The audience: the circles' rings and names, in the same place and form everywhere. */
export function AudienceMark({ circles, none = words.ui.sharedWithYou, id }: AudienceMarkProps) {
  if (circles.length === 0) {
    return (
      <span className="aud" id={id}>
        <span className="trunc">{none}</span>
      </span>
    );
  }
  return (
    <span className="aud" id={id}>
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
