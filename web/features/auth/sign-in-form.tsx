import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { login } from '../../../contract/auth.ts';
import { messages } from '../../../contract/errors/errors.ts';
import type { CurrentUser } from '../../../contract/shapes.ts';
import { ApiError, api, errorText } from '../../data/api.ts';
import { Problem } from '../../ui/feedback/alert.tsx';
import { Button, TextLink } from '../../ui/form/button.tsx';
import { PasswordField, TextField } from '../../ui/form/text-field.tsx';
import { usePaymentsOffered } from '../../data/payments-offered.ts';
import { words } from '../../words/words.ts';
import { knowsPasskeys, signInWithPasskey } from './passkey.ts';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';

const SecondFactorForm = lazyComponent(() => import('./second-factor-form.tsx'));

export interface Credentials {
  email: string;
  password: string;
}

const texts = words.auth.signIn;

interface SignInFormProps {
  /** The address and password of a registration that has just succeeded. */
  start: Credentials;
  /** The form stays busy until it resolves: a second press would begin a second session. */
  onSignedIn: (user: CurrentUser) => Promise<void>;
}

const fields = ['email', 'password'] as const;

/** The server checks these two fields, so that the sign-in page loads no form or schema library. */
export function SignInForm({ start, onSignedIn }: SignInFormProps) {
  const isOffered = usePaymentsOffered();
  const [empty, setEmpty] = useState<readonly string[]>([]);
  const signIn = useMutation({
    mutationFn: (input: Credentials) => api(login, input),
    onSuccess: onSignedIn,
  });
  const byPasskey = useMutation({ mutationFn: signInWithPasskey, onSuccess: onSignedIn });
  const lacking = signIn.error instanceof ApiError ? signIn.error.secondFactor : null;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const valueOf = (name: string) => {
      const value = form.get(name);
      return typeof value === 'string' ? value : '';
    };
    const missing = fields.filter((name) => valueOf(name).trim() === '');
    setEmpty(missing);
    byPasskey.reset();
    if (missing.length === 0)
      return signIn.mutate({ email: valueOf('email'), password: valueOf('password') });
    event.currentTarget.querySelector<HTMLInputElement>(`[name="${missing[0]}"]`)?.focus();
  };
  const refused = signIn.error ? errorText(signIn.error, words.controls.unreachable) : null;
  const unused = byPasskey.error ? errorText(byPasskey.error, texts.passkeyFailed) : null;
  const failure = empty.length > 0 ? messages.fillCredentials : (unused ?? refused);
  if (lacking !== null) {
    return <SecondFactorForm lacking={lacking} onSignedIn={onSignedIn} onBack={signIn.reset} />;
  }
  return (
    <>
      <form noValidate className="stack g16 mt-5" onSubmit={submit}>
        <Problem text={failure} />
        <TextField
          name="email"
          type="email"
          autoComplete="username"
          label={words.controls.email}
          defaultValue={start.email}
          invalid={empty.includes('email')}
        />
        <PasswordField
          name="password"
          autoComplete="current-password"
          label={words.controls.password}
          defaultValue={start.password}
          invalid={empty.includes('password')}
        />
        <Button type="submit" size="lg" full busy={signIn.isPending} busyText={words.controls.signingIn}>
          {texts.submit}
        </Button>
        {knowsPasskeys() ? (
          <Button
            kind="quiet"
            size="lg"
            full
            busy={byPasskey.isPending}
            busyText={words.controls.passkeyBusy}
            onClick={() => {
              signIn.reset();
              setEmpty([]);
              byPasskey.mutate();
            }}
          >
            {texts.passkey}
          </Button>
        ) : null}
      </form>
      <div className="row between wrap mt-3.5 gap-y-0">
        <TextLink href="/forgot-password">{texts.forgotten}</TextLink>
        {isOffered ? <TextLink href="/square-donate">{texts.support}</TextLink> : null}
      </div>
    </>
  );
}
