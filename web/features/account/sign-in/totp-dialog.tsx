import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import * as account from '../../../../contract/account.ts';
import { api, errorText } from '../../../data/api.ts';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { words } from '../../../words/words.ts';
import ProofDialog from '../proof-dialog.tsx';
import { MailsOff } from './mails-off.tsx';
import { QrCode } from '../../../ui/people/qr-code.tsx';

const texts = words.account.factors;

interface TotpDialogProps {
  /** The recovery codes, if this is the first second factor. */
  onDone: (codes: string[] | null) => void;
  onClose: () => void;
}

export default function TotpDialog({ onDone, onClose }: TotpDialogProps) {
  const [begun, setBegun] = useState<{ secret: string; uri: string } | null>(null);
  if (begun) return <Confirm {...begun} onDone={onDone} onClose={onClose} />;
  return (
    <ProofDialog
      title={texts.app}
      text={texts.setUpText}
      action={texts.next}
      failed={words.controls.didNotWork}
      run={async (proof) => setBegun(await api(account.beginTotp, proof))}
      onClose={onClose}
    >
      <MailsOff />
    </ProofDialog>
  );
}

function Confirm({ secret, uri, onDone, onClose }: TotpDialogProps & { secret: string; uri: string }) {
  const [code, setCode] = useState('');
  const confirm = useMutation({
    mutationFn: () => api(account.confirmTotp, { code }),
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (code.trim() !== '') confirm.mutate();
  };
  return (
    <FormDialog
      title={texts.app}
      description={texts.scan}
      onClose={onClose}
      onSubmit={submit}
      submit={{
        disabled: code.trim() === '',
        busy: confirm.isPending,
        busyText: texts.busy,
        children: texts.confirm,
      }}
    >
      <QrCode text={uri} label={texts.qr} />
      <div>
        <span className="b block">{texts.key}</span>
        <code className="secret">{secret.match(/.{1,4}/g)?.join(' ')}</code>
      </div>
      <TextField
        label={texts.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={(event) => {
          setCode(event.currentTarget.value);
          confirm.reset();
        }}
        error={confirm.error ? errorText(confirm.error, words.controls.unreachable) : undefined}
      />
    </FormDialog>
  );
}
