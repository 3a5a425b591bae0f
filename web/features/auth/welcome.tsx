import { messages } from '../../../contract/errors/errors.ts';
import { useTitle } from '../../app/page-title.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Button } from '../../ui/form/button.tsx';
import { CircleDot } from '../../ui/people/circle-dot.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { around, element } from '../../words/around.ts';
import { words } from '../../words/words.ts';
import { usePreview } from '../invitations/preview.ts';

const texts = words.auth.welcome;

// The preview has no colour, so use the default.
const defaultColor = '#3B82F6';

interface WelcomeProps {
  code: string;
  /** Called when the pointer or the focus is near the button, to preload the next page. */
  onNear: () => void;
  onJoin: () => void;
  onSignIn: () => void;
}

/** Greets somebody who came with an invitation, before the registration form. */
export function Welcome({ code, onNear, onJoin, onSignIn }: WelcomeProps) {
  useTitle(words.titles.welcome);
  const preview = usePreview(code);
  if (preview.isPending && !preview.invalid) return <Loading words={texts.loading} />;
  const circle = preview.data?.circleName ?? null;
  const name = preview.senderFirstName;
  const [before, after] = around(
    name === null
      ? texts.fromNobody
      : circle === null
        ? texts.toProduct({ name })
        : texts.toCircle({ name, circle: element }),
  );
  return (
    <>
      <div className="pt-2">
        <CircleDot color={defaultColor} size="x" />
      </div>
      {preview.data?.placeName ? <p className="small mut mt-3.5">{preview.data.placeName}</p> : null}
      <h1 className="mt-3.5">
        {before}
        {name === null || circle === null ? null : <span className="cname">{circle}</span>}
        {after}
      </h1>
      {preview.data?.message ? (
        <blockquote className="people quote">{preview.data.message}</blockquote>
      ) : null}
      {preview.data?.isOnFrame ? <p className="mt-3.5">{words.invitations.join.isOnFrame}</p> : null}
      {preview.invalid ? (
        <div className="my-4">
          <Alert tone="warn" role="alert">
            {messages.inviteInvalid}
          </Alert>
        </div>
      ) : null}
      <div className="mt-5">
        <Button size="lg" full onPointerEnter={onNear} onFocus={onNear} onClick={onJoin}>
          {texts.join}
        </Button>
      </div>
      <p className="small mut mt-3.5">
        {texts.member}{' '}
        <button type="button" className="link" onClick={onSignIn}>
          {texts.signIn}
        </button>
      </p>
    </>
  );
}
