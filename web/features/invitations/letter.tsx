import { Avatar } from '../../ui/people/avatar.tsx';
import { TaperedRing } from '../../ui/pencil/tapered-ring.tsx';
import { around, element } from '../../words/around.ts';
import { words } from '../../words/words.ts';

const texts = words.invitations.join;

// The preview has no colour, so use the default.
const defaultColor = '#3B82F6';

interface LetterProps {
  senderName: string | null;
  /** The circle's name; null for private circles and for an invitation to Circle itself. */
  circleName: string | null;
  message: string | null;
}

/** The invitation's sender, circle and message. */
export function Letter({ senderName, circleName, message }: LetterProps) {
  const [before, after] = around(texts.invites({ name: senderName, circle: element }));
  return (
    <>
      <div className="jr" style={{ '--c': defaultColor }} aria-hidden="true">
        <TaperedRing />
        <Avatar src={null} name={senderName ?? ''} size="xl" />
      </div>
      <p className="mut">{before}</p>
      <h1 className="cname">{circleName ?? words.product}</h1>
      {after === '' ? null : <p className="mut">{after}</p>}
      {message ? (
        <div className="letter people">
          {message}
          {senderName === null ? null : <div className="cap mut mt-3.5 font-ui">{senderName}</div>}
        </div>
      ) : (
        <div className="h-5" />
      )}
    </>
  );
}
