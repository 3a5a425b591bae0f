import type { ReactNode, SubmitEvent } from 'react';
import { Button } from '../../ui/form/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/overlay/dialog.tsx';
import { words } from '../../words/words.ts';
import { type Proof, ProofFields, useProof } from './proof.tsx';

interface ProofDialogProps {
  title: string;
  text: string;
  action: string;
  busyText?: string;
  danger?: boolean;
  failed: string;
  /** Does it, and what follows from it. */
  run: (proof: Proof) => Promise<unknown>;
  onClose: () => void;
  /** Above the password. */
  children?: ReactNode;
}

/** Asks again who it is, and does it. */
export default function ProofDialog(props: ProofDialogProps) {
  const { title, text, action, danger = false, failed, run, onClose, children } = props;
  const proof = useProof(run);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (proof.password !== '') proof.start('password');
  };
  return (
    <Dialog open onClose={onClose} title={title} description={text}>
      <form noValidate onSubmit={submit}>
        <DialogBody>
          <div className="stack g16">
            {children}
            <ProofFields proof={proof} failed={failed} />
          </div>
        </DialogBody>
        <DialogFooter onCancel={onClose}>
          <Button
            type="submit"
            kind={danger ? 'danger' : 'primary'}
            disabled={proof.password === ''}
            busy={proof.pending === 'password'}
            busyText={props.busyText ?? words.account.factors.busy}
          >
            {action}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
