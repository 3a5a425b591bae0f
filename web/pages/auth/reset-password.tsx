import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useSearchParams } from 'wouter';
import { resetPassword } from '../../../contract/auth.ts';
import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { ApiError, api, errorText } from '../../data/api.ts';
import { forgetMember } from '../../data/forget-member.ts';
import { userKey } from '../../app/session.tsx';
import { Problem } from '../../ui/feedback/alert.tsx';
import { Button, TextLink } from '../../ui/form/button.tsx';
import { PasswordField } from '../../ui/form/text-field.tsx';
import { LinkDone, LinkInvalid } from '../../ui/feedback/link-outcome.tsx';
import { words } from '../../words/words.ts';

const texts = words.auth.reset;

interface Problems {
  password?: string;
  confirmPassword?: string;
}

const check = (password: string, again: string): Problems => {
  if (password === '') return { password: messages.fillAllFields };
  if ([...password].length < limits.passwordMin) return { password: messages.passwordShort };
  if (again === '') return { confirmPassword: messages.fillAllFields };
  return password === again ? {} : { confirmPassword: messages.newPasswordsDiffer };
};

/** Where the link of the mail leads. */
export default function ResetPasswordPage() {
  const client = useQueryClient();
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const [problems, setProblems] = useState<Problems>({});
  // Whether a press that got no answer of Circle may have used the link.
  const [isUnsure, setUnsure] = useState(false);
  const reset = useMutation({
    mutationFn: (password: string) => api(resetPassword, { token, password }),
    // All sessions have ended with it, the one of this browser too.
    onSuccess: () => forgetMember(client, userKey),
    onError: (error) => {
      if (!(error instanceof ApiError && error.isCircles)) setUnsure(true);
      const found = error instanceof ApiError && error.issues.find(({ path }) => path === 'password');
      if (found) setProblems({ password: found.message });
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const valueOf = (name: string) => {
      const value = form.get(name);
      return typeof value === 'string' ? value : '';
    };
    const found = check(valueOf('password'), valueOf('confirmPassword'));
    setProblems(found);
    const [first] = Object.keys(found);
    if (first === undefined) return reset.mutate(valueOf('password'));
    event.currentTarget.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
  };
  if (reset.isSuccess) return <Done />;
  if (token === '') return <Invalid isUnsure={false} />;
  const isShown = reset.error && problems.password === undefined;
  const failure = isShown ? errorText(reset.error, words.controls.unreachable) : null;
  if (failure === messages.resetInvalid) return <Invalid isUnsure={isUnsure} />;
  return (
    <main id="main" className="auth1">
      <h1>{texts.title}</h1>
      <p className="mut mt-1.5 mb-5.5">{texts.intro}</p>
      <form noValidate className="stack g16" onSubmit={submit}>
        <Problem text={failure} />
        <PasswordField
          name="password"
          autoComplete="new-password"
          label={texts.password}
          error={problems.password}
        />
        <PasswordField
          name="confirmPassword"
          autoComplete="new-password"
          label={texts.confirmPassword}
          error={problems.confirmPassword}
        />
        <Button type="submit" size="lg" full busy={reset.isPending} busyText={texts.busy}>
          {texts.submit}
        </Button>
      </form>
    </main>
  );
}

function Done() {
  return <LinkDone title={texts.done} text={texts.doneText} href="/auth" action={texts.signIn} />;
}

function Invalid({ isUnsure }: { isUnsure: boolean }) {
  const again = { href: '/forgot-password', action: texts.again };
  const signIn = { href: '/auth', action: isUnsure ? texts.signIn : words.auth.forgotten.back };
  const [first, second] = isUnsure ? [signIn, again] : [again, signIn];
  const text = isUnsure ? texts.unsure : texts.invalidText;
  return (
    <LinkInvalid title={texts.invalid} problem={messages.resetInvalid} text={text} {...first}>
      <div className="mt-3">
        <TextLink href={second.href}>{second.action}</TextLink>
      </div>
    </LinkInvalid>
  );
}
