import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import * as account from '../../../../contract/account.ts';
import { UnreachableNote } from '../../../app/unreachable-note.tsx';
import { api } from '../../../data/api.ts';
import { queryFor } from '../../../data/query.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../../ui/overlay/dialog.tsx';
import { words } from '../../../words/words.ts';
import ProofDialog from '../proof-dialog.tsx';
import { QrCode } from '../../../ui/people/qr-code.tsx';

const texts = words.account.sessions;

interface Shown {
  url: string;
  expiresAt: string;
  /** The devices on which the member was already signed in. */
  before: readonly string[];
}

const idsOf = (sessions: readonly account.Session[]) => sessions.map(({ id }) => id);

/** Shows a code that signs the phone in. The event of its use makes the sessions refetch. */
export default function MoveDialog({ onClose }: { onClose: () => void }) {
  const [shown, setShown] = useState<Shown | null>(null);
  if (shown) return <Show shown={shown} onAgain={() => setShown(null)} onClose={onClose} />;
  return (
    <ProofDialog
      title={texts.move}
      text={texts.moveText}
      action={texts.moveShow}
      failed={texts.moveFailed}
      run={async (proof) => {
        const sessions = await api(account.sessions, {});
        const { url, expiresAt } = await api(account.beginMove, proof);
        setShown({ url, expiresAt, before: idsOf(sessions) });
      }}
      onClose={onClose}
    />
  );
}

function Show({ shown, onAgain, onClose }: { shown: Shown; onAgain: () => void; onClose: () => void }) {
  const { data } = useQuery(queryFor(account.sessions, {}));
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), Date.parse(shown.expiresAt) - Date.now());
    return () => clearTimeout(timer);
  }, [shown.expiresAt]);
  const isDone = data ? idsOf(data).some((id) => !shown.before.includes(id)) : false;
  return (
    <Dialog
      open
      onClose={onClose}
      title={isDone ? texts.moveDone : texts.move}
      description={isDone ? texts.moveDoneText : texts.moveScan}
    >
      <DialogBody>
        {isDone ? (
          <Alert tone="ok" role="status">
            {texts.moveDone}
          </Alert>
        ) : isOver ? (
          <Alert tone="warn" role="status">
            {texts.moveOver}
          </Alert>
        ) : (
          <div className="stack g16">
            <UnreachableNote />
            <QrCode text={shown.url} label={texts.moveQr} />
            <p className="small mut text-center" role="status">
              {texts.moveWaiting}
            </p>
          </div>
        )}
      </DialogBody>
      <DialogFooter>
        {isOver && !isDone ? <Button onClick={onAgain}>{texts.moveAgain}</Button> : null}
        <Button kind="quiet" onClick={onClose}>
          {words.ui.close}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
