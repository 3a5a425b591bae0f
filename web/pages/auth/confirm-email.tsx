import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'wouter';
import { confirmEmail } from '../../../contract/auth.ts';
import { messages } from '../../../contract/errors/errors.ts';
import { api, errorText } from '../../data/api.ts';
import { userKey } from '../../app/session.tsx';
import { LinkDone, LinkInvalid } from '../../ui/feedback/link-outcome.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { words } from '../../words/words.ts';

const texts = words.auth.confirmEmail;

/** Where the link of the confirmation mail leads. */
export default function ConfirmEmailPage() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const client = useQueryClient();
  const confirm = useMutation({
    mutationFn: () => api(confirmEmail, { token }),
    onSuccess: () => client.invalidateQueries({ queryKey: userKey }),
  });
  const sent = useRef(false);
  const { mutate } = confirm;
  useEffect(() => {
    // The link works once: it must not be sent again when the component is set up twice.
    if (sent.current) return;
    sent.current = true;
    mutate();
  }, [mutate]);
  const onwards = { href: '/', action: texts.home };
  if (confirm.isSuccess) return <LinkDone title={texts.done} text={texts.doneText} {...onwards} />;
  if (confirm.isError) {
    const problem = errorText(confirm.error, messages.confirmationInvalid);
    return <LinkInvalid title={texts.failed} problem={problem} text={texts.failedText} {...onwards} />;
  }
  return (
    <main id="main" className="auth1">
      <Spinner words={texts.working} />
    </main>
  );
}
