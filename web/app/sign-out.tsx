import { type ReactNode, useState } from 'react';
import { isWaiting } from '../data/waiting-mark.ts';
import { signOut, useSession } from './session.tsx';
import { words } from '../words/words.ts';
import { Confirm } from '../ui/overlay/confirm.ts';

const texts = words.session.unsent;

/** How to sign out, and the question that comes before it where something would be lost. */
export const useSignOut = (): { leave: () => void; question: ReactNode } => {
  const { user } = useSession();
  const [asking, setAsking] = useState(false);
  return {
    leave: () => {
      if (isWaiting(user?.id)) setAsking(true);
      else void signOut();
    },
    question: asking ? (
      <Confirm
        open
        onClose={() => setAsking(false)}
        title={texts.title}
        text={texts.text}
        action={texts.action}
        onConfirm={() => void signOut()}
      />
    ) : null,
  };
};
