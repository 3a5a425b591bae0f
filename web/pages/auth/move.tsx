import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { lookAtMove, takeMove } from '../../../contract/auth.ts';
import { ApiError, api, errorText } from '../../data/api.ts';
import { restartAsVisitor, useSession } from '../../app/session.tsx';
import { forget } from '../../data/browser-storage.ts';
import { Button } from '../../ui/form/button.tsx';
import { Problem } from '../../ui/feedback/alert.tsx';
import { Spinner } from '../../ui/feedback/loading.tsx';
import { LinkInvalid } from '../../ui/feedback/link-outcome.tsx';
import { words } from '../../words/words.ts';

const texts = words.auth.move;

/** The target of another device's QR code. The code is in the fragment, which browsers do not send to servers. */
export default function MovePage() {
  const { user } = useSession();
  const [code] = useState(() => location.hash.slice(1));
  // Neither the history nor a shared address should hold it.
  useEffect(() => history.replaceState(history.state, '', location.pathname), []);
  const look = useQuery({
    queryKey: ['move', code],
    queryFn: () => api(lookAtMove, { code }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const take = useMutation({
    mutationFn: () => api(takeMove, { code }),
    onSuccess: () => {
      // The session that this one took the place of has ended with it.
      forget('owedSignOut');
      // Clear the cache: another member's data must not stay.
      return restartAsVisitor();
    },
  });
  const failure = take.error ?? look.error;
  if (failure instanceof ApiError && failure.status === 400) return <Invalid text={errorText(failure)} />;
  const problem = failure && errorText(failure, words.offlineNote.unreachable);
  if (look.isError) {
    return (
      <main id="main" className="auth1">
        <h1>{words.pageTitles.move}</h1>
        <div className="stack g12 mt-5.5">
          <Problem text={problem} />
          <Button size="lg" full onClick={() => void look.refetch()}>
            {words.ui.tryAgain}
          </Button>
        </div>
      </main>
    );
  }
  if (!look.data) {
    return (
      <main id="main" className="auth1">
        <Spinner words={texts.loading} />
      </main>
    );
  }
  const name = `${look.data.firstName} ${look.data.lastName}`;
  return (
    <main id="main" className="auth1">
      <h1 className="wrap-anywhere">{texts.ask({ name })}</h1>
      <p className="mut mt-1.5 mb-5.5">{texts.text}</p>
      {user ? <p className="mb-4">{texts.instead({ name: `${user.firstName} ${user.lastName}` })}</p> : null}
      <div className="stack g12">
        <Problem text={problem} />
        <Button
          size="lg"
          full
          busy={take.isPending || take.isSuccess}
          busyText={texts.busy}
          onClick={() => take.mutate()}
        >
          {texts.submit}
        </Button>
      </div>
    </main>
  );
}

function Invalid({ text }: { text: string }) {
  return (
    <LinkInvalid
      title={texts.invalid}
      problem={text}
      text={texts.invalidText}
      href="/auth"
      action={texts.toSignIn}
    />
  );
}
