import { type ReactNode, useState } from 'react';
import { lazyComponent } from '../ui/hooks/lazy-component.tsx';
import { useSession } from './session.tsx';

const SignOutDialog = lazyComponent(() => import('../features/auth/sign-out-dialog.tsx'));

/** How to sign out, and the question that comes before it. */
export const useSignOut = (): { leave: () => void; question: ReactNode } => {
  const { user } = useSession();
  const [asked, setAsked] = useState(false);
  return {
    leave: () => setAsked(true),
    question: asked && user ? <SignOutDialog userId={user.id} onClose={() => setAsked(false)} /> : null,
  };
};
