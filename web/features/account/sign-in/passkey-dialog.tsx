import { useState } from 'react';
import * as account from '../../../../contract/account.ts';
import { limits } from '../../../../contract/limits.ts';
import { api } from '../../../data/api.ts';
import { deviceOf } from '../../../app/device.ts';
import { TextField } from '../../../ui/form/text-field.tsx';
import { words } from '../../../words/words.ts';
import { makePasskey } from '../../auth/passkey.ts';
import ProofDialog from '../proof-dialog.tsx';
import { MailsOff } from './mails-off.tsx';

const texts = words.account.factors;

interface PasskeyDialogProps {
  /** The recovery codes, if this is the first second factor. */
  onDone: (codes: string[] | null) => void;
  onClose: () => void;
}

export default function PasskeyDialog({ onDone, onClose }: PasskeyDialogProps) {
  const [name, setName] = useState<string>(() => texts.passkeyNames[deviceOf(navigator)]);
  return (
    <ProofDialog
      title={texts.addPasskey}
      text={texts.passkeyAbout}
      action={texts.next}
      failed={texts.passkeyFailed}
      run={async (proof) => {
        const begun = await api(account.beginPasskey, proof);
        const credential = await makePasskey(begun);
        const added = await api(account.addPasskey, { ticket: begun.ticket, name, credential });
        onDone(added.recoveryCodes);
      }}
      onClose={onClose}
    >
      <MailsOff />
      <TextField
        label={texts.passkeyName}
        hint={texts.passkeyNameHint}
        maxLength={limits.passkeyName}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </ProofDialog>
  );
}
