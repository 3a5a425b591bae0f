import { Dialog, DialogBody } from '../../ui/overlay/dialog.tsx';
import { words } from '../../words/words.ts';
import { BlockedPeople } from './blocked-people.tsx';
import { MutedPeople } from './muted-people.tsx';

/** Blocked and muted members, with buttons to undo. */
export default function HiddenPeopleDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={words.blocking.hidden}>
      <DialogBody>
        <div className="stack g16">
          <BlockedPeople level={3} />
          <MutedPeople level={3} />
        </div>
      </DialogBody>
    </Dialog>
  );
}
