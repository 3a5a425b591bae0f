import { QrCode } from 'lucide-react';
import { useState } from 'react';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';
import { ActRow } from '../../ui/layout/rows.tsx';
import { words } from '../../words/words.ts';

const texts = words.invitations.code;
const CodeDialog = lazyComponent(() => import('./code-dialog.tsx'));

/** Invites somebody to a circle by a code. */
export default function CodeRow({ circleId }: { circleId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActRow icon={QrCode} title={texts.show} note={texts.showNote} opens onPress={() => setOpen(true)} />
      {isOpen ? <CodeDialog circleId={circleId} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
