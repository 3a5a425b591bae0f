import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { words } from '../../words/words.ts';

const texts = words.account.password;

const PasswordDialog = lazy(() => import('./password-dialog.tsx'));

export function PasswordCard() {
  const [open, setOpen] = useState(false);
  return (
    <section className="card pad" aria-labelledby="password">
      <h2 id="password">{texts.title}</h2>
      <p className="small mut mt-2 mb-4">{texts.text}</p>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        {texts.change}
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <PasswordDialog onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </section>
  );
}
