import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'wouter';
import { confirmEmail } from '../../contract/auth.ts';
import { messages } from '../../contract/errors.ts';
import { api, wordsOf } from '../api.ts';
import { ButtonLink } from '../ui/links.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { words } from '../words/words.ts';

const texts = words.auth.confirmEmail;

/** Where the link of the confirmation mail leads. */
export default function ConfirmEmailPage() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const confirm = useMutation({ mutationFn: () => api(confirmEmail, { token }) });
  const sent = useRef(false);
  const { mutate } = confirm;
  useEffect(() => {
    // The link works once: it must not be sent again when the component is set up twice.
    if (sent.current) return;
    sent.current = true;
    mutate();
  }, [mutate]);
  return (
    <main id="main">
      <div className="page bookmark stack g12 items-start">
        {confirm.isSuccess ? (
          <>
            <h1>{texts.done}</h1>
            <p className="mut">{texts.doneText}</p>
          </>
        ) : confirm.isError ? (
          <>
            <h1>{texts.failed}</h1>
            <p role="alert">{wordsOf(confirm.error, messages.confirmationInvalid)}</p>
            <p className="mut">{texts.failedText}</p>
          </>
        ) : (
          <Spinner words={texts.working} />
        )}
        {confirm.isPending || confirm.isIdle ? null : (
          <ButtonLink href="/" size="lg" className="mt-3">
            {texts.home}
          </ButtonLink>
        )}
      </div>
    </main>
  );
}
