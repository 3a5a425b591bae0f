import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { Circle } from '../../../contract/shapes.ts';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';
import { words } from '../../words/words.ts';
import { useChoices } from './choices.ts';

const ReachDialog = lazyComponent(() => import('./reach-dialog.tsx'));

/** Says when the moments of a shared circle reach the member, and changes it. */
export function ReachButton({ circle }: { circle: Circle }) {
  const [open, setOpen] = useState(false);
  const when = useChoices().data?.circles.find(({ circleId }) => circleId === circle.id)?.when;
  if (when === undefined) return null;
  return (
    <>
      <button
        type="button"
        className="reach"
        aria-haspopup="dialog"
        onPointerEnter={ReachDialog.preload}
        onClick={() => setOpen(true)}
      >
        {words.delivery.reaches({ when })}
        <ChevronDown aria-hidden="true" />
      </button>
      {open ? <ReachDialog circle={circle} when={when} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
