import { MailPlus } from 'lucide-react';
import { useState } from 'react';
import type { Circle } from '../../../contract/shapes.ts';
import { Button } from '../../ui/form/button.tsx';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';
import { words } from '../../words/words.ts';
import { AskedList } from './asked-list.tsx';

const texts = words.mailbox;

const AddByLetterDialog = lazyComponent(() => import('./add-by-letter-dialog.tsx'));

/** Lets the owner of a circle ask people who only have e-mail, and shows who has not answered yet. */
export default function MailboxCard({ circle }: { circle: Circle }) {
  const [adding, setAdding] = useState(false);
  return (
    <section aria-labelledby="by-letter" className="card stack g12">
      <div>
        <h2 id="by-letter" className="text-h3">
          {texts.title}
        </h2>
        <p className="small mut mt-1">{texts.intro}</p>
      </div>
      <Button
        kind="quiet"
        size="sm"
        icon={MailPlus}
        className="self-start"
        onPointerEnter={AddByLetterDialog.preload}
        onFocus={AddByLetterDialog.preload}
        onClick={() => setAdding(true)}
      >
        {texts.add.open}
      </Button>
      <AskedList circle={circle} />
      {adding ? <AddByLetterDialog circle={circle} onClose={() => setAdding(false)} /> : null}
    </section>
  );
}
