import type { When } from '../../../contract/delivery.ts';
import type { Circle } from '../../../contract/shapes.ts';
import { Dialog, DialogBody } from '../../ui/overlay/dialog.tsx';
import { words } from '../../words/words.ts';
import { useIntro } from './intro.tsx';
import { WhenField } from './when-field.tsx';

interface ReachDialogProps {
  circle: Circle;
  when: When;
  onClose: () => void;
}

export default function ReachDialog({ circle: { id, name }, when, onClose }: ReachDialogProps) {
  const intro = useIntro();
  return (
    <Dialog open onClose={onClose} title={words.delivery.title}>
      <DialogBody>
        <div className="stack g16 pb-4">
          <p className="mut">{intro}</p>
          <WhenField circleId={id} when={when} label={words.delivery.of({ circle: name })} />
        </div>
      </DialogBody>
    </Dialog>
  );
}
