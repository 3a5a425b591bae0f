import { MailPlus } from 'lucide-react';
import { useState } from 'react';
import type { Circle } from '../../../contract/shapes.ts';
import { Button } from '../../ui/form/button.tsx';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';
import { words } from '../../words/words.ts';

const texts = words.mailbox;

const AddByLetterDialog = lazyComponent(() => import('./add-by-letter-dialog.tsx'));

interface ByMailButtonProps {
  circle: Circle;
  /** Closes the sheet that the button stands on, with the form. */
  onClose: () => void;
}

/** Lets the owner of a circle ask somebody who only has e-mail. */
export default function ByMailButton({ circle, onClose }: ByMailButtonProps) {
  const [adding, setAdding] = useState(false);
  return (
    <>
      <Button
        kind="quiet"
        icon={MailPlus}
        onPointerEnter={AddByLetterDialog.preload}
        onFocus={AddByLetterDialog.preload}
        onClick={() => setAdding(true)}
      >
        {texts.add.open}
      </Button>
      <p className="hint">{texts.intro}</p>
      {adding ? <AddByLetterDialog circle={circle} onClose={onClose} /> : null}
    </>
  );
}
