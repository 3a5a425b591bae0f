import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { words } from '../../words/words.ts';

const texts = words.account.remove;

const DeleteDialog = lazy(() => import('./delete-dialog.tsx'));

export function DeleteCard() {
  const [open, setOpen] = useState(false);
  return (
    <section className="card pad" aria-labelledby="delete">
      <h2 id="delete">{texts.title}</h2>
      <p className="small mut mt-2 mb-4">{texts.text}</p>
      <Button kind="danger-quiet" onClick={() => setOpen(true)}>
        {texts.open}
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <DeleteDialog onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </section>
  );
}
