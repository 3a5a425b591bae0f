import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { login } from '../../../contract/auth.ts';
import { messages } from '../../../contract/errors.ts';
import type { CurrentUser } from '../../../contract/shapes.ts';
import { api, wordsOf } from '../../api.ts';
import { IfReachable } from '../../reachable.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { TextLink } from '../../ui/links.tsx';
import { PasswordField, TextField } from '../../ui/text-field.tsx';
import { words } from '../../words/words.ts';

export interface Credentials {
  email: string;
  password: string;
}

const texts = words.auth.signIn;

interface SignInFormProps {
  /** Filled in after registering. */
  start: Credentials;
  onSignedIn: (user: CurrentUser) => void;
}

export function SignInForm({ start, onSignedIn }: SignInFormProps) {
  const { register, handleSubmit, formState } = useForm<Credentials, unknown, Credentials>({
    defaultValues: start,
    resolver: standardSchemaResolver(login.input),
  });
  const signIn = useMutation({
    mutationFn: (input: Credentials) => api(login, input),
    onSuccess: onSignedIn,
  });
  const incomplete = Object.keys(formState.errors).length > 0;
  const failure = incomplete
    ? messages.fillCredentials
    : signIn.error
      ? wordsOf(signIn.error, messages.wrongCredentials)
      : null;
  return (
    <>
      <form noValidate className="stack g16 mt-5" onSubmit={handleSubmit((input) => signIn.mutate(input))}>
        {failure === null ? null : (
          <Alert tone="bad" role="alert">
            {failure}
          </Alert>
        )}
        <TextField
          {...register('email')}
          type="email"
          autoComplete="username"
          label={texts.email}
          invalid={formState.errors.email !== undefined}
        />
        <PasswordField
          {...register('password')}
          autoComplete="current-password"
          label={texts.password}
          invalid={formState.errors.password !== undefined}
        />
        <Button type="submit" size="lg" full busy={signIn.isPending} busyText={texts.busy}>
          {texts.submit}
        </Button>
      </form>
      <div className="row between wrap mt-3.5 gap-y-0">
        <IfReachable path="/forgot-password">
          <TextLink href="/forgot-password">{texts.forgotten}</TextLink>
        </IfReachable>
        <IfReachable path="/square-donate">
          <TextLink href="/square-donate">{texts.support}</TextLink>
        </IfReachable>
      </div>
    </>
  );
}
