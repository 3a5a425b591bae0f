import type { ComponentProps } from 'react';
import * as account from '../../../contract/account.ts';
import { restartAsVisitor, useUser } from '../../app/session.tsx';
import { api } from '../../data/api.ts';
import { Button } from '../../ui/form/button.tsx';
import { words } from '../../words/words.ts';
import ProofDialog from './proof-dialog.tsx';
import { showSection } from './section.ts';

const texts = words.account.remove;

/** Lists what is deleted, offers the export, asks for the password, and deletes the account permanently. */
export default function DeleteDialog({ onClose }: { onClose: () => void }) {
  const me = useUser();
  const remove = async (proof: Parameters<ComponentProps<typeof ProofDialog>['run']>[0]) => {
    await api(account.remove, proof);
    try {
      const { forgetOutbox } = await import('../../outbox/outbox.ts');
      await forgetOutbox(me.id, { everything: true });
    } finally {
      await restartAsVisitor();
    }
  };
  return (
    <ProofDialog
      title={texts.dialogTitle}
      text={texts.dialogText}
      action={texts.submit}
      busyText={texts.busy}
      danger
      failed={texts.failed}
      run={remove}
      onClose={onClose}
    >
      <p>{texts.exportFirst}</p>
      <div>
        <Button
          kind="quiet"
          size="sm"
          onClick={() => {
            onClose();
            // Wait until the dialog has returned the focus.
            setTimeout(() => showSection('export'));
          }}
        >
          {texts.toExport}
        </Button>
      </div>
    </ProofDialog>
  );
}
