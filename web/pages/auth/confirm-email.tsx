import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { confirmEmail } from '../../../contract/auth.ts';
import { messages } from '../../../contract/errors/errors.ts';
import { ApiError, api, errorText } from '../../data/api.ts';
import { userKey } from '../../app/session.tsx';
import { Problem } from '../../ui/feedback/alert.tsx';
import { LinkDone, LinkInvalid } from '../../ui/feedback/link-outcome.tsx';
import { Button } from '../../ui/form/button.tsx';
import { words } from '../../words/words.ts';

const texts = words.auth.confirmEmail;

/** The target of the confirmation mail. It asks before acting: mail servers open links, and scripts run there. */
export default function ConfirmEmailPage() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const client = useQueryClient();
  const confirm = useMutation({
    mutationFn: () => api(confirmEmail, { token }),
    onSuccess: () => client.invalidateQueries({ queryKey: userKey }),
  });
  const onwards = { href: '/', action: texts.home };
  if (confirm.isSuccess) return <LinkDone title={texts.done} text={texts.doneText} {...onwards} />;
  const isRefused = confirm.error instanceof ApiError && confirm.error.status === 400;
  if (token === '' || isRefused) {
    const problem = isRefused ? errorText(confirm.error) : messages.confirmationInvalid;
    return <LinkInvalid title={texts.failed} problem={problem} text={texts.failedText} {...onwards} />;
  }
  return (
    <main id="main" className="auth1">
      <h1>{texts.title}</h1>
      <p className="mut mt-1.5">{texts.text}</p>
      <div className="stack g12 mt-5.5">
        <Problem text={confirm.error ? errorText(confirm.error) : null} />
        <Button
          size="lg"
          full
          busy={confirm.isPending}
          busyText={texts.working}
          onClick={() => confirm.mutate()}
        >
          {texts.confirm}
        </Button>
      </div>
    </main>
  );
}
