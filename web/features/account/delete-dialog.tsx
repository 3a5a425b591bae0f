import type { SubmitEvent } from 'react';
import * as account from '../../../contract/account.ts';
import { api } from '../../data/api.ts';
import { restartAsVisitor } from '../../app/session.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/overlay/dialog.tsx';
import { words } from '../../words/words.ts';
import { ProofFields, useProof } from './proof.tsx';
import { showSection } from './section.ts';

const texts = words.account.remove;

/** Lists what is deleted, offers the export, asks for the password, and deletes the account permanently. */
export default function DeleteDialog({ onClose }: { onClose: () => void }) {
  const proof = useProof((given) => api(account.remove, given).then(restartAsVisitor));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (proof.password !== '') proof.start('password');
  };
  return (
    <Dialog open onClose={onClose} title={texts.dialogTitle} description={texts.dialogText}>
      <form noValidate onSubmit={submit}>
        <DialogBody>
          <div className="stack g16">
            <p>{texts.exportFirst}</p>
            <div>
              <Button
                kind="quiet"
                size="sm"
                onClick={() => {
                  onClose();
                  // After the dialog has given the focus back.
                  setTimeout(() => showSection('export'));
                }}
              >
                {texts.toExport}
              </Button>
            </div>
            <ProofFields proof={proof} failed={texts.failed} />
          </div>
        </DialogBody>
        <DialogFooter onCancel={onClose}>
          <Button
            type="submit"
            kind="danger"
            disabled={proof.password === ''}
            busy={proof.pending === 'password'}
            busyText={texts.busy}
          >
            {texts.submit}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
