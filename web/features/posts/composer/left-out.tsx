import { UserMinus } from 'lucide-react';
import { useState } from 'react';
import type { Circle } from '../../../../contract/shapes.ts';
import { Button } from '../../../ui/form/button.tsx';
import { lazyComponent } from '../../../ui/hooks/lazy-component.tsx';
import { words } from '../../../words/words.ts';
import type { Named } from '../../mentions/to-content.ts';
import { firstTwo } from '../../../words/names.ts';

const texts = words.compose.leftOut;

const LeftOutDialog = lazyComponent(() => import('./left-out-dialog.tsx'));

interface LeftOutProps {
  circles: readonly Circle[];
  leftOut: readonly Named[];
  disabled: boolean;
  onChange: (leftOut: readonly Named[]) => void;
}

/** Leaves single members of the chosen circles out of the moment. */
export function LeftOut({ circles, leftOut, disabled, onChange }: LeftOutProps) {
  const [open, setOpen] = useState(false);
  if (circles.length === 0 && leftOut.length === 0) return null;
  return (
    <div className="stack g4 items-start">
      <Button kind="quiet" size="sm" icon={UserMinus} disabled={disabled} onClick={() => setOpen(true)}>
        {leftOut.length === 0 ? texts.open : texts.change}
      </Button>
      {leftOut.length === 0 ? null : (
        <p className="small wrap-anywhere" role="status">
          {texts.said({ names: firstTwo(leftOut.map(({ name }) => name)), count: leftOut.length })}
        </p>
      )}
      {open ? (
        <LeftOutDialog
          circleIds={circles.map(({ id }) => id)}
          leftOut={leftOut}
          onChange={onChange}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </div>
  );
}
