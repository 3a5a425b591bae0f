import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, LockKeyhole, Mail, ReceiptText, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import * as account from '../../../../contract/account.ts';
import type { Passkey } from '../../../../contract/text/webauthn.ts';
import { useSendsNoMail } from '../../../app/config.ts';
import { userKey, useUser } from '../../../app/session.tsx';
import { api, errorText } from '../../../data/api.ts';
import { queryFor, queryKey } from '../../../data/query.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { lazyComponent } from '../../../ui/hooks/lazy-component.tsx';
import { ActRow, Rows } from '../../../ui/layout/rows.tsx';
import { toast } from '../../../ui/overlay/toast.ts';
import { words } from '../../../words/words.ts';

const texts = words.account.factors;
const { signIn } = words.account;

const EmailDialog = lazyComponent(() => import('./email-dialog.tsx'));
const PasswordDialog = lazyComponent(() => import('./password-dialog.tsx'));
const TotpDialog = lazyComponent(() => import('./totp-dialog.tsx'));
const PasskeysDialog = lazyComponent(() => import('./passkeys-dialog.tsx'));
const PasskeyDialog = lazyComponent(() => import('./passkey-dialog.tsx'));
const ProofDialog = lazyComponent(() => import('../proof-dialog.tsx'));
const RecoveryCodes = lazyComponent(() => import('./recovery-codes.tsx'));

type Open =
  | { dialog: 'email' | 'password' | 'totp' | 'passkeys' | 'addPasskey' | 'removeTotp' | 'renew' }
  | { dialog: 'removePasskey'; passkey: Passkey }
  | { dialog: 'codes'; codes: readonly string[] };

/** The factors of a sign-in: five rows with their state, each with a dialog to change it. */
export function FactorRows() {
  const { email, emailConfirmed } = useUser();
  const sendsNoMail = useSendsNoMail();
  const { data, error } = useQuery({ ...queryFor(account.factors, {}), staleTime: 0 });
  const [open, setOpen] = useState<Open | null>(null);
  const isProtected = data && (data.totp || data.passkeys.length > 0);
  const opens = (dialog: Exclude<Open['dialog'], 'removePasskey' | 'codes'>) => ({
    opens: true,
    onPress: () => setOpen({ dialog }),
  });
  return (
    <section id="protection" aria-label={words.account.factors.title} className="stack g12">
      {email === '' ? <Alert tone="warn">{signIn.noEmail}</Alert> : null}
      {data?.required ? <Alert tone="warn">{texts.required}</Alert> : null}
      {error && !data ? <p role="alert">{errorText(error, texts.loadFailed)}</p> : null}
      <Rows>
        <ActRow
          icon={Mail}
          title={signIn.email}
          note={
            email === '' || emailConfirmed ? (
              email
            ) : (
              <>
                {email}. {sendsNoMail ? signIn.unmailed : signIn.unconfirmed}
              </>
            )
          }
          state={email === '' ? null : signIn.state({ isConfirmed: emailConfirmed })}
          {...opens('email')}
        />
        <ActRow icon={LockKeyhole} title={signIn.password} {...opens('password')} />
        <ActRow
          icon={KeyRound}
          title={texts.passkeys}
          note={texts.passkeysText}
          state={data && (data.passkeys.map(({ name }) => name).join(', ') || texts.none)}
          {...opens('passkeys')}
        />
        <ActRow
          icon={ShieldCheck}
          title={texts.app}
          note={texts.appText}
          state={data && (data.totp ? texts.appOn : texts.appOff)}
          {...opens(data?.totp ? 'removeTotp' : 'totp')}
        />
        {isProtected ? (
          <ActRow
            icon={ReceiptText}
            title={texts.codes}
            note={texts.codesNote}
            state={texts.codesLeft({ left: data.recoveryCodesLeft })}
            {...opens('renew')}
          />
        ) : null}
      </Rows>
      {open ? (
        <OpenDialog
          open={open}
          onOpen={setOpen}
          // An answer that comes late closes no other dialog.
          onClose={() => setOpen((now) => (now === open ? null : now))}
        />
      ) : null}
    </section>
  );
}

interface OpenDialogProps {
  open: Open;
  onOpen: (open: Open) => void;
  onClose: () => void;
}

function OpenDialog({ open, onOpen, onClose: close }: OpenDialogProps) {
  const client = useQueryClient();
  const changed = (title: string, codes: readonly string[] | null) => {
    void client.invalidateQueries({ queryKey: queryKey(account.factors, {}) });
    // A new factor turns mails in the member's name off.
    void client.invalidateQueries({ queryKey: userKey });
    if (codes !== null) return onOpen({ dialog: 'codes', codes });
    toast({ title });
    close();
  };
  const removed = () => changed(words.controls.removed, null);
  const shared = { failed: words.controls.didNotWork, onClose: close };
  switch (open.dialog) {
    case 'email':
      return <EmailDialog onClose={close} />;
    case 'password':
      return <PasswordDialog onClose={close} />;
    case 'totp':
      return <TotpDialog onDone={(codes) => changed(texts.appDone, codes)} onClose={close} />;
    case 'passkeys':
      return (
        <PasskeysDialog
          onAdd={() => onOpen({ dialog: 'addPasskey' })}
          onRemove={(passkey) => onOpen({ dialog: 'removePasskey', passkey })}
          onClose={close}
        />
      );
    case 'addPasskey':
      return <PasskeyDialog onDone={(codes) => changed(texts.passkeyDone, codes)} onClose={close} />;
    case 'codes':
      return <RecoveryCodes codes={open.codes} onClose={close} />;
    case 'removeTotp':
      return (
        <ProofDialog
          {...shared}
          danger
          title={texts.removeApp}
          text={texts.removeAppText}
          action={words.controls.remove}
          run={(proof) => api(account.removeTotp, proof).then(removed)}
        />
      );
    case 'removePasskey':
      return (
        <ProofDialog
          {...shared}
          danger
          title={texts.removePasskey({ name: open.passkey.name })}
          text={texts.removePasskeyText}
          action={words.controls.remove}
          run={(proof) => api(account.removePasskey, { id: open.passkey.id, ...proof }).then(removed)}
        />
      );
    case 'renew':
      return (
        <ProofDialog
          {...shared}
          title={texts.renew}
          text={texts.renewText}
          action={texts.renew}
          run={async (proof) => changed('', (await api(account.renewRecoveryCodes, proof)).recoveryCodes)}
        />
      );
  }
}
