// Loads after the first screen.
import type { QueryClient } from '@tanstack/react-query';
import type { Key } from '../data/query.ts';
import { toast, type ToastMessage } from '../ui/overlay/toast.ts';
import { words } from '../words/words.ts';
import { rememberReturn } from './device.ts';
import { forgetMember } from '../data/forget-member.ts';

/** Milliseconds between the words about a missing session and the way to the sign-in. */
export const redirectDelayMs = 500;
/** The words about the last session that was lost. */
let message: ToastMessage | null = null;

interface Loss {
  way: 'auth' | 'login';
  /** Another call of the session has lost it before. */
  isKnown: boolean;
  /** The state of the session here, which this changes. */
  ending: { isLeaving: boolean; isLost: boolean; lostUntil: number; readonly isSignedOut: boolean };
  userKey: Key;
}

/** See `loseSession`. */
export const leaveForSignIn = (client: QueryClient, { way, isKnown, ending, userKey }: Loss): void => {
  if (ending.isSignedOut) return;
  // The caller may have replaced the message by its own.
  if (isKnown) return message ? toast(message) : undefined;
  const { expired, unauthorized } = words.session;
  message = { ...(way === 'auth' ? expired : unauthorized), tone: 'destructive' };
  toast(message);
  rememberReturn(location.pathname + location.search + location.hash);
  setTimeout(() => {
    if (ending.isSignedOut) return;
    if (way === 'login') return location.assign('/api/login');
    ending.isLeaving = false;
    ending.lostUntil = Date.now();
    ending.isLost = true;
    // The router leads to the sign-in page, also from pages that visitors may see.
    forgetMember(client, userKey);
  }, redirectDelayMs);
};
