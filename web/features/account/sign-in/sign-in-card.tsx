import { useState } from 'react';
import { useSendsNoMail } from '../../../app/config.ts';
import { useUser } from '../../../app/session.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { words } from '../../../words/words.ts';
import { lazyComponent } from '../../../ui/hooks/lazy-component.tsx';

const texts = words.account.signIn;

const PasswordDialog = lazyComponent(() => import('./password-dialog.tsx'));
const EmailDialog = lazyComponent(() => import('./email-dialog.tsx'));

/** The address and the password, each with a dialog to change it. */
export function SignInCard() {
  const { email, emailConfirmed } = useUser();
  const sendsNoMail = useSendsNoMail();
  const [open, setOpen] = useState<'password' | 'email' | null>(null);
  const close = () => setOpen(null);
  return (
    <section className="card pad" aria-labelledby="password">
      <h2 id="password">{texts.title}</h2>
      {email === '' ? (
        <div className="mt-3 mb-4">
          <Alert tone="warn">{texts.noEmail}</Alert>
        </div>
      ) : (
        <p className="small mut mt-2 mb-4 wrap-anywhere">
          {texts.by} <b className="b text-ink">{email}</b>
          {emailConfirmed ? null : `. ${sendsNoMail ? texts.unmailed : texts.unconfirmed}`}
        </p>
      )}
      <div className="row wrap">
        <Button kind="quiet" onClick={() => setOpen('password')}>
          {words.account.password.change}
        </Button>
        <Button kind="quiet" onClick={() => setOpen('email')}>
          {email === '' ? words.account.email.add : words.account.email.change}
        </Button>
      </div>
      {open === 'password' ? <PasswordDialog onClose={close} /> : null}
      {open === 'email' ? <EmailDialog onClose={close} /> : null}
    </section>
  );
}
