import { Button } from '../../../ui/form/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../../ui/overlay/dialog.tsx';
import { words } from '../../../words/words.ts';
import { ReceiptText } from '../../audience/receipt.tsx';

/** The receipts of moments that were just taken back. */
export default function ReceiptsDialog({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={words.takingBack.receipt}>
      <DialogBody>
        <div className="stack g24">
          {ids.map((id) => (
            <ReceiptText key={id} id={id} />
          ))}
        </div>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>{words.controls.done}</Button>
      </DialogFooter>
    </Dialog>
  );
}
