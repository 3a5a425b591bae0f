import type { ReactNode, SubmitEvent } from 'react';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { words } from '../../words/words.ts';
import { type Proof, ProofFields, useProof } from './proof.tsx';

interface ProofDialogProps {
  title: string;
  text: string;
  action: string;
  busyText?: string;
  danger?: boolean;
  failed: string;
  /** Runs the confirmed action and its follow-ups. */
  run: (proof: Proof) => Promise<unknown>;
  onClose: () => void;
  /** Content above the password field. */
  children?: ReactNode;
}

/** Asks for the password or a passkey, then runs the action. */
export default function ProofDialog(props: ProofDialogProps) {
  const { title, text, action, danger = false, failed, run, onClose, children } = props;
  const proof = useProof(run);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (proof.password !== '') proof.start('password');
  };
  return (
    <FormDialog
      title={title}
      description={text}
      onClose={onClose}
      onSubmit={submit}
      submit={{
        kind: danger ? 'danger' : 'primary',
        disabled: proof.password === '',
        busy: proof.pending === 'password',
        busyText: props.busyText ?? words.account.factors.busy,
        children: action,
      }}
    >
      {children}
      <ProofFields proof={proof} failed={failed} />
    </FormDialog>
  );
}
