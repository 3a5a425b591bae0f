import { QrCode } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/form/button.tsx';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';
import { words } from '../../words/words.ts';

const texts = words.invitations.code;
const CodeDialog = lazyComponent(() => import('./code-dialog.tsx'));

/** Invites somebody whose address the member does not have at hand, to a circle or to Circle. */
export function ShowCode({ circleId }: { circleId?: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-labelledby="by-code" className="mt-8">
      <h2 id="by-code" className="text-h3">
        {texts.heading}
      </h2>
      <p className="mut mt-1.5 mb-3">{texts.intro}</p>
      <Button kind="quiet" icon={QrCode} onPointerEnter={CodeDialog.preload} onClick={() => setOpen(true)}>
        {texts.show}
      </Button>
      {isOpen ? <CodeDialog circleId={circleId} onClose={() => setOpen(false)} /> : null}
    </section>
  );
}
