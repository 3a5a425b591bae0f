// Separate from sign-in-form.tsx: loads when a second factor is asked for.
import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { secondFactor } from '../../../contract/auth.ts';
import type { SecondFactor } from '../../../contract/errors/error-body.ts';
import { messages } from '../../../contract/errors/errors.ts';
import type { CurrentUser } from '../../../contract/shapes.ts';
import { api, errorText } from '../../data/api.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Button } from '../../ui/form/button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { words } from '../../words/words.ts';
import { knowsPasskeys, signInWithPasskey } from './passkey.ts';

const texts = words.auth.second;

interface SecondFactorFormProps {
  lacking: SecondFactor;
  /** The form stays busy until it resolves: a second press would begin a second session. */
  onSignedIn: (user: CurrentUser) => Promise<void>;
  onBack: () => void;
}

/** The second step of signing in: a code, a recovery code or a passkey. */
export default function SecondFactorForm({ lacking, onSignedIn, onBack }: SecondFactorFormProps) {
  const { ticket, code: hasApp, passkey } = lacking;
  const [code, setCode] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // The focused element was removed with the first form.
  useEffect(() => field.current?.focus(), []);
  const give = useMutation({
    mutationFn: () => api(secondFactor, { ticket, code }),
    onSuccess: onSignedIn,
  });
  const byPasskey = useMutation({ mutationFn: signInWithPasskey, onSuccess: onSignedIn });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setEmpty(code.trim() === '');
    if (code.trim() !== '') give.mutate();
  };
  const refused = give.error ? errorText(give.error, words.controls.unreachable) : null;
  const failed = byPasskey.error ? errorText(byPasskey.error, words.auth.signIn.passkeyFailed) : null;
  const offersPasskey = passkey && knowsPasskeys();
  return (
    <form noValidate className="stack g16 mt-5" onSubmit={submit}>
      {failed === null ? (
        <Alert role="status" icon={KeyRound}>
          {texts.intro}
        </Alert>
      ) : (
        <Alert tone="bad" role="alert">
          {failed}
        </Alert>
      )}
      {offersPasskey ? (
        <Button
          size="lg"
          full
          kind={hasApp ? 'quiet' : 'primary'}
          busy={byPasskey.isPending}
          busyText={words.controls.passkeyBusy}
          onClick={() => byPasskey.mutate()}
        >
          {texts.passkey}
        </Button>
      ) : null}
      <TextField
        name="code"
        label={hasApp ? texts.code : texts.recovery}
        hint={hasApp ? texts.codeHint : texts.recoveryHint}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        ref={field}
        value={code}
        onChange={(event) => {
          setCode(event.currentTarget.value);
          give.reset();
        }}
        error={isEmpty && code === '' ? messages.codeRequired : (refused ?? undefined)}
      />
      <Button
        type="submit"
        size="lg"
        full
        kind={offersPasskey && !hasApp ? 'quiet' : 'primary'}
        busy={give.isPending}
        busyText={words.controls.signingIn}
      >
        {texts.submit}
      </Button>
      <Button kind="ghost" full onClick={onBack}>
        {texts.back}
      </Button>
      <p className="small mut">{texts.lost}</p>
    </form>
  );
}
