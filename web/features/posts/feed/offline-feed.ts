// Loads after the first screen.
import { hashKey, onlineManager, type QueryClient } from '@tanstack/react-query';
import * as auth from '../../../../contract/auth.ts';
import * as circles from '../../../../contract/circles.ts';
import * as notifications from '../../../../contract/notifications.ts';
import type { CurrentUser } from '../../../../contract/shapes.ts';
import { setOfflineDataAt } from '../../../offline/offline-data-at.ts';
import { deleteOffline, writeOffline, readOffline } from '../../../offline/offline-db.ts';
import { forgetKeptPhotos } from '../../../offline/worker-messages.ts';
import { infiniteQueryFor, queryFor } from '../../../data/query.ts';
import { newIdempotencyKey } from '../../../data/idempotency-key.ts';
import { isSessionEnding } from '../../../app/session.tsx';
import { forget, keep, recall } from '../../../data/browser-storage.ts';
import { feedOf } from './feed-query.ts';

/** Only one feed is stored: that of the member who used this browser last. */
export const feedRecordKey = 'last';
const collectMs = 1_000;

export const feed = feedOf({ circleId: null, sort: 'newest' });
export const feedHash = hashKey(feed.queryKey);
export const circleList = queryFor(circles.list, {});
const circleHash = hashKey(circleList.queryKey);
export const news = infiniteQueryFor(notifications.list, (place) => place);
const newsHash = hashKey(news.queryKey);
export const userQuery = queryFor(auth.currentUser, {});

export const deleteOfflineFeed = async (): Promise<void> => {
  forget('keptFeed');
  setOfflineDataAt(null);
  await Promise.all([deleteOffline('feed', feedRecordKey), forgetKeptPhotos()]);
};

const keepFeed = async (client: QueryClient, user: CurrentUser): Promise<void> => {
  const page = client.getQueryData(feed.queryKey)?.pages[0];
  // The user was cleared in between, as after a lost session.
  if (isSessionEnding() || !page || client.getQueryData(userQuery.queryKey)?.id !== user.id) return;
  // The feed names its circles: both are stored, or neither.
  const own = client.getQueryData(circleList.queryKey);
  if (!own) return;
  const mark = recall('keptFeed') ?? newIdempotencyKey();
  keep('keptFeed', mark);
  // The browser asks for privacy, or refuses storage.
  if (recall('keptFeed') !== mark) return;
  // Asks the server where the list is not known, or no longer right. Without a connection it has no answer.
  const told = await client.infiniteQuery(news).catch(() => undefined);
  if (isSessionEnding() || recall('keptFeed') !== mark) return;
  await writeOffline('feed', feedRecordKey, {
    mark,
    at: Date.now(),
    user: { ...user, phoneNumber: null, verificationNotes: null },
    page: { ...page, nextCursor: null },
    // Choosing an audience needs names only, no pictures.
    circles: own.map((circle) => ({ ...circle, members: [] })),
    news: told?.pages[0]?.items ?? [],
  });
};

/** Stores the first page of the feed and the newest notifications after each change; returns how to stop. */
export const keepOfflineFeed = (client: QueryClient, user: CurrentUser): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  void readOffline('feed', feedRecordKey).then((kept) => {
    const owner: unknown = Reflect.get(Object(Reflect.get(Object(kept), 'user')), 'id');
    return kept && owner !== user.id ? deleteOfflineFeed() : undefined;
  });
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void keepFeed(client, user), collectMs);
  };
  const stop = client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.state.status !== 'success') return;
    if (![feedHash, circleHash, newsHash].includes(query.queryHash)) return;
    // Restored data needs no new write.
    if (onlineManager.isOnline() && query.state.fetchStatus === 'idle') soon();
  });
  if (onlineManager.isOnline() && client.getQueryData(feed.queryKey)) soon();
  return () => {
    clearTimeout(timer);
    stop();
  };
};
