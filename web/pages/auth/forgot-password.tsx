import { useMutation } from '@tanstack/react-query';
import { type LucideIcon, Mail, MailX } from 'lucide-react';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { forgotPassword } from '../../../contract/auth.ts';
import { messages } from '../../../contract/errors/errors.ts';
import { useSendsNoMail } from '../../app/config.ts';
import { api, errorText } from '../../data/api.ts';
import { Problem } from '../../ui/feedback/alert.tsx';
import { Button, ButtonLink, TextLink } from '../../ui/form/button.tsx';
import { Ring } from '../../ui/pencil/ring.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { words } from '../../words/words.ts';

const texts = words.auth.forgotten;

/** Asks for a link that sets a new password. Nobody learns here who is a member. */
export default function ForgotPasswordPage() {
  const [missing, setMissing] = useState(false);
  const sendsNoMail = useSendsNoMail();
  const ask = useMutation({ mutationFn: (email: string) => api(forgotPassword, { email }) });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget).get('email');
    const email = typeof given === 'string' ? given.trim() : '';
    setMissing(email === '');
    if (email !== '') return ask.mutate(email);
    event.currentTarget.querySelector('input')?.focus();
  };
  if (ask.isSuccess && sendsNoMail) return <Unmailed message={ask.data.message} />;
  if (ask.isSuccess) return <Sent email={ask.variables} />;
  const { intro, submit: submitText, busy } = sendsNoMail ? texts.unmailed : texts;
  const failure = ask.error ? errorText(ask.error) : null;
  return (
    <main id="main" className="auth1">
      <h1>{texts.title}</h1>
      <p className="mut mt-1.5 mb-5.5">{intro}</p>
      <form noValidate className="stack g16" onSubmit={submit}>
        <Problem text={missing ? null : failure} />
        <TextField
          name="email"
          type="email"
          autoComplete="username"
          label={texts.email}
          error={missing ? messages.emailRequired : undefined}
        />
        <Button type="submit" size="lg" full busy={ask.isPending} busyText={busy}>
          {submitText}
        </Button>
      </form>
      <div className="mt-3">
        <TextLink href="/auth">{texts.back}</TextLink>
      </div>
    </main>
  );
}

/** Stands in the sentence where the address goes. */
const mark = '\n';

function Sent({ email }: { email: string }) {
  const [before, after] = texts.sent({ email: mark }).split(mark);
  return (
    <Outcome icon={Mail} title={texts.sentTitle}>
      {before}
      <b className="b">{email}</b>
      {after}
    </Outcome>
  );
}

/** Where no mail can be sent: says who can help. */
function Unmailed({ message }: { message: string }) {
  return (
    <Outcome icon={MailX} title={texts.unmailed.title}>
      {message}
    </Outcome>
  );
}

function Outcome({ icon: Icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) {
  return (
    <main id="main" className="auth1">
      <span className="mk" aria-hidden="true">
        <Ring shape="round" variant={1} />
        <Icon />
      </span>
      <h1 className="mt-5">{title}</h1>
      <p className="mut mt-2 mb-5.5" role="status">
        {children}
      </p>
      <ButtonLink href="/auth" kind="quiet" size="lg" full>
        {texts.back}
      </ButtonLink>
    </main>
  );
}
