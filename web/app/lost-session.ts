// Loads after the first screen.
import { hashKey, type QueryClient } from '@tanstack/react-query';
import { forget } from '../data/browser-storage.ts';
import type { Key } from '../data/query.ts';
import { toast, type ToastMessage } from '../ui/overlay/toast.ts';
import { words } from '../words/words.ts';
import { rememberReturn } from './device.ts';

/** Milliseconds between the words about a missing session and the way to the sign-in. */
export const redirectDelayMs = 500;
/** The last session that was lost: the words about it, and until when calls belonged to it, in epoch milliseconds. */
let lost: { message: ToastMessage; until: number } | null = null;

interface Loss {
  way: 'auth' | 'login';
  begunAt: number;
  /** The state of the session here, which this changes. */
  ending: { isLeaving: boolean; isLost: boolean; readonly isSignedOut: boolean };
  userKey: Key;
  deleteFeed: (() => Promise<void>) | undefined;
}

/** See `loseSession`. */
export const leaveForSignIn = (
  client: QueryClient,
  { way, begunAt, ending, userKey, deleteFeed }: Loss,
): void => {
  if (ending.isSignedOut) return;
  // Another call of the lost session: its caller may have replaced the message by its own.
  if (lost && begunAt <= lost.until) return toast(lost.message);
  if (!client.getQueryData(userKey)) return;
  const { expired, unauthorized } = words.session;
  const message: ToastMessage = { ...(way === 'auth' ? expired : unauthorized), tone: 'destructive' };
  const loss = { message, until: Number.POSITIVE_INFINITY };
  lost = loss;
  ending.isLeaving = true;
  toast(message);
  // Delete the mark now, and the record once its code has loaded.
  forget('keptFeed');
  deleteFeed?.().catch((failure: unknown) => console.warn(failure));
  rememberReturn(location.pathname + location.search + location.hash);
  setTimeout(() => {
    if (ending.isSignedOut) return;
    if (way === 'login') return location.assign('/api/login');
    ending.isLeaving = false;
    loss.until = Date.now();
    ending.isLost = true;
    // The router leads to the sign-in page, also from pages that visitors may see.
    client.setQueryData(userKey, null);
    client.removeQueries({ predicate: ({ queryHash }) => queryHash !== hashKey(userKey) });
  }, redirectDelayMs);
};
