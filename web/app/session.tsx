import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import * as auth from '../../contract/auth.ts';
import type { CurrentUser } from '../../contract/shapes.ts';
import { actFor, ApiError, api } from '../data/api.ts';
import { isStandalone } from './device.ts';
import { type Key, queryKey, sessionQueryOptions } from '../data/query.ts';
import { forgetAtSignOut, forget, keep, recall } from '../data/browser-storage.ts';
import { setTimeZone } from '../words/time.ts';

/** The member whose data this browser keeps, for clearing it. */
let memberId: string | null = null;

export const userKey = queryKey(auth.currentUser, {});

/** Changes of the account run one after the other: each answer is the whole account, as it was then. */
export const accountScope = { id: 'account' } as const;

/** Offline the mark stays, and the next session lookup ends the session first. */
export const endSession = async (): Promise<void> => {
  try {
    await api(auth.logout, {});
  } catch (error) {
    // It has ended already.
    if (!(error instanceof ApiError && error.status === 401)) throw error;
  }
  forget('owedSignOut');
};

export const userQuery = queryOptions<CurrentUser | null, Error, CurrentUser | null, Key>({
  ...sessionQueryOptions,
  queryKey: userKey,
  queryFn: async ({ client, signal }) => {
    if (recall('owedSignOut') !== null) await endSession();
    const begunAt = Date.now();
    try {
      const user = await api(auth.currentUser, {}, { signal });
      // Not in an open page, which may have been written in: it follows at its next start.
      if (memberId === null && user.language !== document.documentElement.lang)
        await import('./open-in-language.ts').then(({ followLanguage }) => followLanguage(user));
      return user;
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error;
      // A page that a member has open leaves for the sign-in first, or it might stay as the one for visitors.
      loseSession(client, error, 'auth', begunAt);
      return client.getQueryData<CurrentUser>(userKey) ?? null;
    }
  },
});

export type Session =
  | { state: 'loading'; offline: boolean; user: null }
  | { state: 'in'; user: CurrentUser }
  /** `unknown` where the server did not answer. */
  | { state: 'out' | 'unknown'; user: null };

const SessionContext = createContext<Session>({ state: 'loading', offline: false, user: null });

interface SessionProviderProps {
  /** Called where the server could not be reached: somebody who was here before may see what they saw last. */
  restoreOffline: () => Promise<void>;
  children: ReactNode;
}

export function SessionProvider({ restoreOffline, children }: SessionProviderProps) {
  const { data: user, isPending, isPaused, error } = useQuery(userQuery);
  const [restored, setRestored] = useState(false);
  const isUnreachable = user === undefined && (isPaused || error !== null);
  useEffect(() => {
    if (!isUnreachable || restored) return;
    restoreOffline()
      .catch((failure: unknown) => console.warn(failure))
      .finally(() => setRestored(true));
  }, [isUnreachable, restored, restoreOffline]);
  const restoring = isUnreachable && !restored;
  setTimeZone(user?.timeZone);
  useEffect(() => {
    // Somebody else has signed in in another tab: what this member saw goes from this one.
    if (memberId !== null && user && user.id !== memberId) return location.reload();
    memberId = user?.id ?? null;
    actFor(memberId);
    if (user && (recall('installed') !== null || isStandalone())) keep('persistentAuth', 'true');
  }, [user]);
  return (
    <SessionContext value={sessionOf(user, isPending || restoring, isPaused)}>{children}</SessionContext>
  );
}

const sessionOf = (user: CurrentUser | null | undefined, isPending: boolean, offline: boolean): Session => {
  if (isPending) return { state: 'loading', offline, user: null };
  return user ? { state: 'in', user } : { state: user === null ? 'out' : 'unknown', user: null };
};

export const useSession = (): Session => useContext(SessionContext);

/** The signed-in member; only for pages that the router shows to members alone. */
export const useUser = (): CurrentUser => {
  const { user } = useSession();
  if (user === null) throw new Error('This page is for signed-in members.');
  return user;
};

/** How the session ends here. */
const ending = {
  /** It was lost, and the page leaves for the sign-in. */
  isLeaving: false,
  /** The member signed out, and the page is about to reload: ignore further 401s. */
  isSignedOut: false,
  /** It was lost, and the way to the sign-in page has not begun yet. */
  isLost: false,
  /** Until when calls belonged to the last session that was lost, in epoch milliseconds. */
  lostUntil: 0,
};

/** Nothing that is still under way may keep anything of the member any more. */
export const isSessionEnding = (): boolean => ending.isSignedOut || ending.isLeaving;

export const isSessionLost = (): boolean => ending.isLost;
export const clearSessionLost = (): void => {
  ending.isLost = false;
};

/** Deletes a member's data that features keep in this browser. */
export interface MemberData {
  /** Deletes the feed, photos and notifications that the member saw. */
  deleteSeen: () => Promise<void>;
  deleteAll: (userId: string) => Promise<void>;
}

let memberData: MemberData | null = null;

/**
 * Handles a 401 for a signed-in member: shows a toast, after half a second the sign-in page, and then returns to this
 * page. `login` uses the older redirect through `/api/login`, for profile, verification and posting. A visitor's 401,
 * such as a wrong password, is left to the caller.
 * @param begunAt when the failed call began, in epoch milliseconds
 */
export const loseSession = (
  client: QueryClient,
  error: unknown,
  way: 'auth' | 'login' = 'auth',
  begunAt = Date.now(),
): void => {
  if (!(error instanceof ApiError) || error.status !== 401 || ending.isSignedOut) return;
  const isKnown = begunAt <= ending.lostUntil;
  if (!isKnown) {
    if (!client.getQueryData(userKey)) return;
    ending.isLeaving = true;
    ending.lostUntil = Number.POSITIVE_INFINITY;
    // Delete the mark now, and the record once its code has loaded.
    forget('keptFeed');
    memberData?.deleteSeen().catch((failure: unknown) => console.warn(failure));
  }
  import('./lost-session.ts').then(
    ({ leaveForSignIn }) => leaveForSignIn(client, { way, isKnown, ending, userKey }),
    // The page that shows the member's data must not stay.
    () => location.assign('/auth'),
  );
};

const otherTabs = () => new BroadcastChannel('circle-session');

const endHere = async (userId = memberId): Promise<void> => {
  if (ending.isSignedOut) return;
  ending.isSignedOut = true;
  forgetAtSignOut();
  if (userId !== null) await memberData?.deleteAll(userId);
  leave();
};

/** Begins again at `/` as a visitor, here and in the other tabs, once the session is over. */
export const restartAsVisitor = (userId?: string): Promise<void> => {
  // Notify other tabs first, or one might store the data again.
  otherTabs().postMessage('signed-out');
  return endHere(userId);
};

/** A page that the browser keeps for its way back must not come back with what it showed. */
const leave = (): void => {
  addEventListener('pageshow', (event) => {
    if (event instanceof PageTransitionEvent && event.persisted) location.reload();
  });
  location.assign('/');
};

/** Signs out together with the other tabs of this browser. Called once, at the start. */
export const followSignOut = (data: MemberData): void => {
  memberData = data;
  otherTabs().addEventListener('message', () => void endHere());
};
