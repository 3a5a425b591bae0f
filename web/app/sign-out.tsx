import { type ReactNode, useState } from 'react';
import { hasDrafts, losesShared, sharedIn } from '../data/waiting-mark.ts';
import { signOut, useSession } from './session.tsx';
import { words } from '../words/words.ts';
import { Confirm } from '../ui/overlay/confirm.ts';

const { leave: texts, onItsWay } = words.session;

const questionFor = (userId: string) => {
  if (sharedIn(userId) > 0) {
    const text = losesShared(userId) ? onItsWay.textUnkept : onItsWay.text;
    return { ...onItsWay, text: hasDrafts(userId) ? `${text} ${onItsWay.drafts}` : text };
  }
  return { ...texts, text: hasDrafts(userId) ? texts.textWithDrafts : texts.text };
};

/** How to sign out, and the question that comes before it. */
export const useSignOut = (): { leave: () => void; question: ReactNode } => {
  const { user } = useSession();
  const [asked, setAsked] = useState<ReturnType<typeof questionFor>>();
  return {
    leave: () => {
      if (user) setAsked(questionFor(user.id));
      else void signOut();
    },
    question: asked ? (
      <Confirm
        open
        onClose={() => setAsked(undefined)}
        title={asked.title}
        text={asked.text}
        action={asked.action}
        onConfirm={() => void signOut()}
      />
    ) : null,
  };
};
