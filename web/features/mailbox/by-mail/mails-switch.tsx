import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as account from '../../../../contract/account.ts';
import { accountScope, userKey, useUser } from '../../../app/session.tsx';
import { api, toastError } from '../../../data/api.ts';
import { Switch } from '../../../ui/form/text-field.tsx';
import { lazyComponent } from '../../../ui/hooks/lazy-component.tsx';
import { words } from '../../../words/words.ts';

const texts = words.byMail;

const ProofDialog = lazyComponent(() => import('../../account/proof-dialog.tsx'));

/** Turns mails in the member's name off. */
export const useTurnOff = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api(account.edit, { mailInMyName: false }),
    scope: accountScope,
    onSuccess: (changed) => client.setQueryData(userKey, changed),
    onError: (error) => toastError(error, texts.mails.offFailed),
  });
};

/** Whether mails in the member's name count. Turning it on asks who they are. */
export function MailsSwitch() {
  const client = useQueryClient();
  const { mailInMyName } = useUser();
  const turnOff = useTurnOff();
  const [isAsking, setAsking] = useState(false);
  return (
    <li className="rsw">
      <Switch
        label={texts.switch}
        hint={mailInMyName ? texts.on : texts.off}
        checked={mailInMyName && !turnOff.isPending}
        onChange={(on) => (on ? setAsking(true) : turnOff.mutate())}
      />
      {isAsking ? (
        <ProofDialog
          {...texts.turnOn}
          run={async (proof) => {
            client.setQueryData(userKey, await api(account.edit, { mailInMyName: true, ...proof }));
            setAsking(false);
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </li>
  );
}
