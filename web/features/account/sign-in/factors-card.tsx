import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import * as account from '../../../../contract/account.ts';
import type { Passkey } from '../../../../contract/text/webauthn.ts';
import { api, errorText } from '../../../data/api.ts';
import { queryKey, queryFor } from '../../../data/query.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Loading } from '../../../ui/feedback/loading.tsx';
import { TimeSince } from '../../../ui/text/time-since.tsx';
import { toast } from '../../../ui/overlay/toast.ts';
import { date } from '../../../words/dates.ts';
import { words } from '../../../words/words.ts';
import { knowsPasskeys } from '../../auth/passkey.ts';
import { lazyComponent } from '../../../ui/hooks/lazy-component.tsx';

const texts = words.account.factors;

const TotpDialog = lazyComponent(() => import('./totp-dialog.tsx'));
const PasskeyDialog = lazyComponent(() => import('./passkey-dialog.tsx'));
const ProofDialog = lazyComponent(() => import('../proof-dialog.tsx'));
const RecoveryCodes = lazyComponent(() => import('./recovery-codes.tsx'));

type Open =
  | { dialog: 'totp' | 'passkey' | 'removeTotp' | 'renew' }
  | { dialog: 'removePasskey'; passkey: Passkey }
  | { dialog: 'codes'; codes: readonly string[] };

/** The member's second factors. */
export function FactorsCard() {
  const { data, isPending, error } = useQuery({ ...queryFor(account.factors, {}), staleTime: 0 });
  const [open, setOpen] = useState<Open | null>(null);
  const isProtected = data && (data.totp || data.passkeys.length > 0);
  const canAdd = data?.passkeysPossible === true && knowsPasskeys();
  return (
    <section className="card pad" aria-labelledby="protection">
      <h2 id="protection">{texts.title}</h2>
      <p className="small mut mt-2">{texts.text}</p>
      {data?.required ? (
        <div className="mt-3">
          <Alert tone="warn">{texts.required}</Alert>
        </div>
      ) : null}
      {isPending ? <Loading words={texts.loading} /> : null}
      {error && !data ? <p role="alert">{errorText(error, texts.loadFailed)}</p> : null}
      {data ? (
        <ul className="list mt-1">
          <Line title={texts.app} text={data.totp ? texts.appOn : texts.appOff}>
            <Button
              kind={data.totp ? 'ghost' : 'quiet'}
              size="sm"
              aria-label={`${data.totp ? texts.remove : texts.setUp}: ${texts.app}`}
              onClick={() => setOpen({ dialog: data.totp ? 'removeTotp' : 'totp' })}
            >
              {data.totp ? texts.remove : texts.setUp}
            </Button>
          </Line>
          <Line title={texts.passkeys} text={passkeyText(data.passkeysPossible)}>
            {canAdd ? (
              <Button kind="quiet" size="sm" onClick={() => setOpen({ dialog: 'passkey' })}>
                {texts.addPasskey}
              </Button>
            ) : null}
          </Line>
          {data.passkeys.map((passkey) => (
            <Line key={passkey.id} title={passkey.name} text={<Used passkey={passkey} />}>
              <Button
                kind="ghost"
                size="sm"
                aria-label={texts.removeOf({ name: passkey.name })}
                onClick={() => setOpen({ dialog: 'removePasskey', passkey })}
              >
                {texts.remove}
              </Button>
            </Line>
          ))}
          {isProtected ? (
            <Line title={texts.codes} text={texts.codesLeft({ left: data.recoveryCodesLeft })}>
              <Button kind="quiet" size="sm" onClick={() => setOpen({ dialog: 'renew' })}>
                {texts.renew}
              </Button>
            </Line>
          ) : null}
        </ul>
      ) : null}
      {open ? <OpenDialog open={open} setOpen={setOpen} /> : null}
    </section>
  );
}

const passkeyText = (arePossible: boolean): string => {
  if (!arePossible) return texts.passkeysImpossible;
  return knowsPasskeys() ? texts.passkeysText : texts.browserCannot;
};

function Line({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
  return (
    <li className="row between py-3">
      <span className="grow">
        <span className="b block">{title}</span>
        <span className="small mut block">{text}</span>
      </span>
      {children}
    </li>
  );
}

function Used({ passkey }: { passkey: Passkey }) {
  return (
    <>
      {texts.added({ date: date(passkey.createdAt) })}
      {', '}
      {passkey.lastUsedAt === null ? (
        texts.neverUsed
      ) : (
        <>
          {texts.used} <TimeSince iso={passkey.lastUsedAt} />
        </>
      )}
    </>
  );
}

function OpenDialog({ open, setOpen }: { open: Open; setOpen: (open: Open | null) => void }) {
  const client = useQueryClient();
  const close = () => setOpen(null);
  const changed = (title: string, codes: readonly string[] | null) => {
    void client.invalidateQueries({ queryKey: queryKey(account.factors, {}) });
    if (codes === null) toast({ title });
    setOpen(codes === null ? null : { dialog: 'codes', codes });
  };
  const removed = () => changed(texts.removed, null);
  const shared = { failed: texts.failed, onClose: close };
  switch (open.dialog) {
    case 'totp':
      return <TotpDialog onDone={(codes) => changed(texts.appDone, codes)} onClose={close} />;
    case 'passkey':
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
          action={texts.remove}
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
          action={texts.remove}
          run={(proof) => api(account.removePasskey, { id: open.passkey.id, ...proof }).then(removed)}
        />
      );
    case 'renew':
      return (
        <ProofDialog
          {...shared}
          title={texts.codes}
          text={texts.renewText}
          action={texts.renew}
          run={async (proof) => changed('', (await api(account.renewRecoveryCodes, proof)).recoveryCodes)}
        />
      );
  }
}
