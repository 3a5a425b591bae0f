import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type FieldPath, useForm } from 'react-hook-form';
import * as auth from '../../../contract/auth.ts';
import type { Input, Sent } from '../../../contract/endpoint.ts';
import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { suggestUsername } from '../../../contract/text/suggest-username.ts';
import { api, errorText, NoAnswer } from '../../data/api.ts';
import { showFieldIssues, schemaResolver } from '../../data/schema-resolver.ts';
import { Problem } from '../../ui/feedback/alert.tsx';
import { Button } from '../../ui/form/button.tsx';
import { PasswordField, TextField } from '../../ui/form/text-field.tsx';
import { words } from '../../words/words.ts';
import { newChallenge } from './human-check.ts';
import type { Credentials } from './sign-in-form.tsx';

const texts = words.auth.signUp;

type Registration = Sent<typeof auth.register>;

const fields: readonly FieldPath<Registration>[] = [
  'firstName',
  'lastName',
  'username',
  'email',
  'password',
  'confirmPassword',
  'inviteCode',
  'mathChallenge.answer',
];

interface SignUpFormProps {
  inviteCode: string;
  onRegistered: (credentials: Credentials) => void;
}

export default function SignUpForm({ inviteCode, onRegistered }: SignUpFormProps) {
  const [challenge] = useState(newChallenge);
  const [fallback] = useState(() => `member.${Math.floor(1000 + Math.random() * 9000)}`);
  const { register, handleSubmit, setError, setValue, getValues, formState } = useForm<
    Registration,
    unknown,
    Input<typeof auth.register>
  >({
    defaultValues: { inviteCode, mathChallenge: { question: challenge.question } },
    resolver: schemaResolver(auth.register.input),
  });
  const [failure, setFailure] = useState<string | null>(null);
  const create = useMutation({
    mutationFn: (input: Input<typeof auth.register>) =>
      api(auth.register, { ...input, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }),
    onSuccess: (_, { email, password }) => onRegistered({ email, password }),
    onError: (error) => {
      if (error instanceof NoAnswer) setFailure(texts.unsure);
      else if (!showFieldIssues(error, fields, setError))
        setFailure(errorText(error, messages.registrationFailed));
    },
  });
  const submit = handleSubmit((input) => {
    // It stays: if the code is refused now, the press before has made the account.
    setFailure((now) => (now === texts.unsure ? now : null));
    if (input.mathChallenge.answer === challenge.answer) return create.mutate(input);
    setError('mathChallenge.answer', { message: messages.challengeWrong }, { shouldFocus: true });
  });

  // The suggestion follows the name until the member types another.
  const suggest = () => {
    if (formState.dirtyFields.username) return;
    const [firstName, lastName] = getValues(['firstName', 'lastName']);
    setValue('username', suggestUsername(firstName, lastName) ?? (firstName || lastName ? fallback : ''));
  };

  const { errors } = formState;
  // The sentence about missing fields stands once above the form, not under each of them.
  const all = [...Object.values(errors), errors.mathChallenge?.answer].map((error) => error?.message);
  const incomplete = all.includes(messages.fillAllFields);
  const problem = (error: { message?: string | undefined } | undefined) => ({
    invalid: error !== undefined,
    error: error?.message === messages.fillAllFields ? undefined : error?.message,
  });
  const notice = incomplete ? messages.fillAllFields : failure;
  return (
    <form noValidate className="stack g16 mt-5" onSubmit={submit}>
      <Problem text={notice} />
      <div className="two">
        <TextField
          {...register('firstName', { onChange: suggest })}
          {...problem(errors.firstName)}
          label={words.controls.firstName}
          autoComplete="given-name"
        />
        <TextField
          {...register('lastName', { onChange: suggest })}
          {...problem(errors.lastName)}
          label={words.controls.lastName}
          autoComplete="family-name"
        />
      </div>
      <TextField
        {...register('username', { setValueAs: (value: string) => value || undefined })}
        {...problem(errors.username)}
        label={words.controls.username}
        hint={texts.usernameHint}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        maxLength={limits.usernameMax}
      />
      <TextField
        {...register('email')}
        {...problem(errors.email)}
        type="email"
        label={words.controls.email}
        autoComplete="email"
      />
      <div className="two">
        <PasswordField
          {...register('password')}
          {...problem(errors.password)}
          label={words.controls.password}
          autoComplete="new-password"
        />
        <PasswordField
          {...register('confirmPassword')}
          {...problem(errors.confirmPassword)}
          label={texts.confirmPassword}
          autoComplete="new-password"
        />
      </div>
      <TextField
        {...register('inviteCode', { setValueAs: (value: string) => value.toUpperCase() })}
        {...problem(errors.inviteCode)}
        className="uppercase font-semibold tracking-wider"
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        label={texts.inviteCode}
        onInput={(event) => {
          event.currentTarget.value = event.currentTarget.value.toUpperCase();
        }}
      />
      <TextField
        {...register('mathChallenge.answer', { setValueAs: asNumber })}
        {...problem(errors.mathChallenge?.answer)}
        className="max-w-28"
        inputMode="numeric"
        autoComplete="off"
        label={texts.humanCheck({ question: challenge.question })}
      />
      <Button type="submit" size="lg" full busy={create.isPending} busyText={texts.busy}>
        {texts.submit}
      </Button>
    </form>
  );
}

/** An empty or unreadable answer becomes NaN, for which the schema has a message. */
const asNumber = (value: unknown): number =>
  typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value);
