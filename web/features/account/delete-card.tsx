import { useState } from 'react';
import { Button } from '../../ui/form/button.tsx';
import { words } from '../../words/words.ts';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';

const texts = words.account.remove;

const DeleteDialog = lazyComponent(() => import('./delete-dialog.tsx'));

export function DeleteCard() {
  const [open, setOpen] = useState(false);
  return (
    <section className="card pad" aria-labelledby="delete">
      <h2 id="delete">{texts.title}</h2>
      <p className="small mut mt-2 mb-4">{texts.text}</p>
      <Button kind="danger-quiet" onClick={() => setOpen(true)}>
        {texts.open}
      </Button>
      {open ? <DeleteDialog onClose={() => setOpen(false)} /> : null}
    </section>
  );
}
