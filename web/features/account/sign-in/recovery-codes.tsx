// A separate module: loaded only when there are new recovery codes to show.
import { useState } from 'react';
import { Button } from '../../../ui/form/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../../ui/overlay/dialog.tsx';
import { words } from '../../../words/words.ts';

const texts = words.account.factors;

/** Shows new recovery codes, which are never shown again. */
export default function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const [said, setSaid] = useState('');
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setSaid(words.ui.copied),
      () => setSaid(texts.copyFailed),
    );
  return (
    <Dialog open onClose={onClose} title={texts.codesTitle} description={texts.codesText}>
      <DialogBody>
        <ul className="codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="row wrap mt-4">
          <Button kind="quiet" onClick={() => void copy()}>
            {words.ui.copy}
          </Button>
          <span className="small mut" role="status">
            {said}
          </span>
        </div>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>{texts.kept}</Button>
      </DialogFooter>
    </Dialog>
  );
}
