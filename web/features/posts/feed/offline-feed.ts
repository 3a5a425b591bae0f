import { hashKey, onlineManager, type QueryClient } from '@tanstack/react-query';
import * as auth from '../../../../contract/auth.ts';
import * as circles from '../../../../contract/circles.ts';
import type { CurrentUser } from '../../../../contract/shapes.ts';
import { setKeptAt } from '../../../offline/offline-data-at.ts';
import { dropKept, putKept, takeKept } from '../../../offline/offline-db.ts';
import { reads } from '../../../data/query.ts';
import { newRepeatKey } from '../../../data/idempotency-key.ts';
import { isOver } from '../../../app/session.tsx';
import { forget, keep, recall } from '../../../data/browser-storage.ts';
import { feedOf } from './feed-query.ts';

/** The one member who was here last. */
export const key = 'last';
const collectMs = 1_000;

export const feed = feedOf({ circleId: null, sort: 'newest' });
export const feedHash = hashKey(feed.queryKey);
export const circleList = reads(circles.list, {});
export const userQuery = reads(auth.currentUser, {});

export const forgetFeed = async (): Promise<void> => {
  forget('keptFeed');
  setKeptAt(null);
  await dropKept('feed', key);
};

const keepFeed = async (client: QueryClient, user: CurrentUser): Promise<void> => {
  const page = client.getQueryData(feed.queryKey)?.pages[0];
  // The user was cleared in between, as after a lost session.
  if (isOver() || !page || client.getQueryData(userQuery.queryKey)?.id !== user.id) return;
  const mark = recall('keptFeed') ?? newRepeatKey();
  keep('keptFeed', mark);
  // The browser asks for privacy, or refuses storage.
  if (recall('keptFeed') !== mark) return;
  const own = client.getQueryData(circleList.queryKey) ?? [];
  await putKept('feed', key, {
    mark,
    at: Date.now(),
    user: { ...user, phoneNumber: null, verificationNotes: null },
    page: { ...page, nextCursor: null },
    // Choosing an audience needs names only, no pictures.
    circles: own.map((circle) => ({ ...circle, members: [] })),
  });
};

/** Stores the first page of the feed after each change; returns how to stop. */
export const followFeed = (client: QueryClient, user: CurrentUser): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  void takeKept('feed', key).then((kept) => {
    const owner: unknown = Reflect.get(Object(Reflect.get(Object(kept), 'user')), 'id');
    return kept && owner !== user.id ? forgetFeed() : undefined;
  });
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void keepFeed(client, user), collectMs);
  };
  const stop = client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryHash !== feedHash || query.state.status !== 'success') return;
    // Restored data needs no new write.
    if (onlineManager.isOnline() && query.state.fetchStatus === 'idle') soon();
  });
  if (onlineManager.isOnline() && client.getQueryData(feed.queryKey)) soon();
  return () => {
    clearTimeout(timer);
    stop();
  };
};
