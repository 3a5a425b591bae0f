import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { currentUser, denySignIn } from '../../../contract/auth.ts';
import { messages } from '../../../contract/errors/errors.ts';
import { useSendsNoMail } from '../../app/config.ts';
import { ApiError, api, errorText } from '../../data/api.ts';
import { forgetMember } from '../../data/forget-member.ts';
import { userKey, useSession } from '../../app/session.tsx';
import { Problem } from '../../ui/feedback/alert.tsx';
import { Button, ButtonLink } from '../../ui/form/button.tsx';
import { LinkDone, LinkInvalid } from '../../ui/feedback/link-outcome.tsx';
import { words } from '../../words/words.ts';

const texts = words.auth.notMe;

/**
 * The target of notices of a sign-in. It asks before acting: mail programs open links automatically, and merely
 * opening the page must change nothing.
 */
export default function NotMePage() {
  const client = useQueryClient();
  const { user } = useSession();
  const [search] = useSearchParams();
  const { text, doneText } = useSendsNoMail() ? texts.unmailed : texts;
  const token = search.get('token') ?? undefined;
  const deny = useMutation({
    mutationFn: () => api(denySignIn, { token }),
    // It ends the session of this browser, too, if that was one of the account: nobody has lost it.
    onSettled: async () => {
      try {
        client.setQueryData(userKey, await api(currentUser, {}));
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) forgetMember(client, userKey);
      }
    },
  });
  if (deny.isSuccess)
    return <LinkDone title={texts.done} text={doneText} href="/auth" action={texts.toSignIn} />;
  const refused = deny.error instanceof ApiError ? deny.error.status : null;
  if (refused === 400 || (token === undefined && !user)) return <Invalid />;
  const locked = refused === 409;
  return (
    <main id="main" className="auth1">
      <h1>{locked ? texts.locked : texts.title}</h1>
      {locked ? null : <p className="mut mt-1.5">{text}</p>}
      <div className="stack g12 mt-5.5">
        <Problem text={deny.error ? errorText(deny.error) : null} />
        <Button
          kind={locked ? 'quiet' : 'danger'}
          size="lg"
          full
          busy={deny.isPending}
          busyText={texts.busy}
          onClick={() => deny.mutate()}
        >
          {locked ? words.ui.tryAgain : texts.deny}
        </Button>
        {locked ? null : (
          <ButtonLink href={user ? '/my-account/sign-in#sessions' : '/'} kind="quiet" size="lg" full>
            {texts.mine}
          </ButtonLink>
        )}
      </div>
    </main>
  );
}

function Invalid() {
  return (
    <LinkInvalid
      title={texts.invalid}
      problem={messages.notMeInvalid}
      text={texts.invalidText}
      href="/forgot-password"
      action={words.auth.reset.again}
    />
  );
}
