import { ArrowDown, ArrowUp } from 'lucide-react';
import { limits } from '../../../contract/limits.ts';
import type { Circle } from '../../../contract/shapes.ts';
import { IconButton } from '../../ui/form/button.tsx';
import { words } from '../../words/words.ts';

const texts = words.circles;

interface PriorityArrowsProps {
  circle: Circle;
  onStep: (circle: Circle, step: 1 | -1) => void;
}

/** A circle's place among the member's circles, which the arrows change. */
export function PriorityArrows({ circle, onStep }: PriorityArrowsProps) {
  return (
    <span className="prc">
      <IconButton
        box
        icon={ArrowUp}
        label={texts.raise({ name: circle.name })}
        disabled={circle.priority >= limits.priority}
        onClick={() => onStep(circle, 1)}
      />
      <span className="prn" aria-live="polite">
        {texts.priority({ value: circle.priority })}
      </span>
      <IconButton
        box
        icon={ArrowDown}
        label={texts.lower({ name: circle.name })}
        disabled={circle.priority <= 0}
        onClick={() => onStep(circle, -1)}
      />
    </span>
  );
}
