import { MailOpen } from 'lucide-react';
import { useState } from 'react';
import type { Circle } from '../../../contract/shapes.ts';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';
import { ActRow } from '../../ui/layout/rows.tsx';
import { words } from '../../words/words.ts';

const texts = words.mailbox.add;

const AddByLetterDialog = lazyComponent(() => import('./add-by-letter-dialog.tsx'));

interface ByMailRowProps {
  circle: Circle;
  /** Closes the sheet that the row stands on, with the form. */
  onClose: () => void;
}

/** Lets the owner and the keepers of a circle ask somebody who only has e-mail. */
export default function ByMailRow({ circle, onClose }: ByMailRowProps) {
  const [adding, setAdding] = useState(false);
  return (
    <>
      <ActRow
        icon={MailOpen}
        title={texts.open}
        note={texts.openNote}
        opens
        onPress={() => setAdding(true)}
      />
      {adding ? <AddByLetterDialog circle={circle} onClose={onClose} /> : null}
    </>
  );
}
