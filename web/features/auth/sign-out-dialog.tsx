import { useQuery } from '@tanstack/react-query';
import { BellOff, ImageOff, KeyRound, type LucideIcon, PencilLine, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import * as account from '../../../contract/account.ts';
import { recall } from '../../data/browser-storage.ts';
import { queryFor } from '../../data/query.ts';
import { hasDrafts, losesShared, sharedIn, withdrawnIn } from '../../data/waiting-mark.ts';
import { isPushOn } from '../../live/push.ts';
import { photoCache } from '../../offline/worker-messages.ts';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { words } from '../../words/words.ts';
import { signOut } from './sign-out.ts';

const texts = words.leaving;

interface Kept {
  offline: boolean;
  push: boolean;
}

/** Reads what this device has of the member; what cannot be read counts as absent. */
const readKept = async (): Promise<Kept> => {
  const hasPhotos = async () => 'caches' in globalThis && (await caches.has(photoCache));
  const [photos, push] = await Promise.allSettled([hasPhotos(), isPushOn()]);
  return {
    offline: recall('keptFeed') !== null || (photos.status === 'fulfilled' && photos.value),
    push: push.status === 'fulfilled' && push.value,
  };
};

interface SignOutDialogProps {
  userId: string;
  onClose: () => void;
}

/** The question before signing out. It lists what is true of this device, and first what was shared but not sent. */
export default function SignOutDialog({ userId, onClose }: SignOutDialogProps) {
  const [kept, setKept] = useState<Kept>();
  const [isEnding, setEnding] = useState(false);
  const factors = useQuery(queryFor(account.factors, {})).data;
  useEffect(() => {
    void readKept().then(setKept);
  }, []);
  if (!kept) return null;
  const isDeleting = withdrawnIn(userId) > 0;
  const isOnItsWay = sharedIn(userId) > withdrawnIn(userId);
  const { title, action } = isOnItsWay ? texts.onItsWay : texts;
  const loses = losesShared(userId);
  const unsent = loses ? texts.onItsWay.textUnkept : texts.onItsWay.text;
  const undeleted = loses ? texts.withdrawnUnkept : texts.withdrawn;
  const drafts = hasDrafts(userId);
  const needed = factors?.passkeys.length === 0 ? texts.returnByPassword : texts.returnByPasskey;
  return (
    <ConfirmDialog
      open
      onClose={isEnding ? () => undefined : onClose}
      title={title}
      text={isOnItsWay ? unsent : texts.text}
      action={action}
      danger={isOnItsWay || (isDeleting && loses)}
      busy={isEnding}
      busyText={words.controls.oneMoment}
      onConfirm={() => {
        setEnding(true);
        void signOut(userId);
      }}
    >
      {kept.offline || drafts ? (
        <>
          <p className="mt-3">{texts.forgets}</p>
          <ul className="stack g12 mt-3">
            {kept.offline ? <Line icon={ImageOff} text={texts.offline} /> : null}
            {drafts ? <Line icon={PencilLine} text={<b className="b text-ink">{texts.drafts}</b>} /> : null}
          </ul>
        </>
      ) : null}
      <ul className="stack g12 mt-3">
        {isDeleting ? <Line icon={Trash2} text={<b className="b text-ink">{undeleted}</b>} /> : null}
        {kept.push ? <Line icon={BellOff} text={texts.push} /> : null}
        <Line icon={KeyRound} text={factors ? needed : texts.returnUnknown} />
      </ul>
    </ConfirmDialog>
  );
}

function Line({ icon: Icon, text }: { icon: LucideIcon; text: ReactNode }) {
  return (
    <li className="row items-start! mut">
      <Icon aria-hidden="true" />
      <span className="grow">{text}</span>
    </li>
  );
}
