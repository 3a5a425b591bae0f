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
  /** Makes it a button. */
  onPress?: (() => void) | undefined;
}

/** The audience: the circles' rings and names, in the same place and form everywhere. */
export function AudienceMark({ circles, none = words.ui.sharedWithYou, id, onPress }: AudienceMarkProps) {
  const Mark = onPress ? 'button' : 'span';
  const names = circles.map(({ name }) => name).join(', ') || none;
  return (
    <Mark
      className="aud"
      id={id}
      {...(onPress && {
        type: 'button',
        'aria-haspopup': 'dialog',
        'aria-label': `${names}, ${words.ui.whoCanSee}`,
        onClick: onPress,
      })}
    >
      {circles.length === 0 ? (
        <span className="trunc">{names}</span>
      ) : (
        <>
          <span className="o" aria-hidden="true">
            {circles.slice(0, 4).map((circle) => (
              <i key={circle.id} style={{ '--c': circle.color }} />
            ))}
          </span>
          {onPress ? null : <span className="vh">{words.ui.sharedWith} </span>}
          <span className="trunc">{names}</span>
        </>
      )}
    </Mark>
  );
}
