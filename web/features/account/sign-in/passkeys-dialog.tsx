import { useQuery } from '@tanstack/react-query';
import * as account from '../../../../contract/account.ts';
import type { Passkey } from '../../../../contract/text/webauthn.ts';
import { queryFor } from '../../../data/query.ts';
import { Loading } from '../../../ui/feedback/loading.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { PlainRow, Rows } from '../../../ui/layout/rows.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../../ui/overlay/dialog.tsx';
import { TimeSince } from '../../../ui/text/time-since.tsx';
import { date } from '../../../words/dates.ts';
import { words } from '../../../words/words.ts';
import { knowsPasskeys } from '../../auth/passkey.ts';

const texts = words.account.factors;

interface PasskeysDialogProps {
  onAdd: () => void;
  onRemove: (passkey: Passkey) => void;
  onClose: () => void;
}

/** The member's passkeys. */
export default function PasskeysDialog({ onAdd, onRemove, onClose }: PasskeysDialogProps) {
  const { data } = useQuery(queryFor(account.factors, {}));
  const canAdd = data?.passkeysPossible === true && knowsPasskeys();
  return (
    <Dialog open onClose={onClose} title={texts.passkeys} description={aboutPasskeys(data?.passkeysPossible)}>
      <DialogBody>
        {data ? null : <Loading words={words.controls.loading} />}
        {data && data.passkeys.length > 0 ? (
          <Rows>
            {data.passkeys.map((passkey) => (
              <PlainRow key={passkey.id} title={passkey.name} note={<Used passkey={passkey} />}>
                <Button
                  kind="ghost"
                  size="sm"
                  aria-label={texts.removeOf({ name: passkey.name })}
                  onClick={() => onRemove(passkey)}
                >
                  {words.controls.remove}
                </Button>
              </PlainRow>
            ))}
          </Rows>
        ) : null}
      </DialogBody>
      <DialogFooter>
        {canAdd ? <Button onClick={onAdd}>{texts.addPasskey}</Button> : null}
        <Button kind="quiet" onClick={onClose}>
          {words.ui.close}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

const aboutPasskeys = (arePossible: boolean | undefined): string => {
  if (arePossible === false) return texts.passkeysImpossible;
  return knowsPasskeys() ? texts.passkeysText : texts.browserCannot;
};

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
