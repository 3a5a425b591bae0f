import { hashKey, onlineManager, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import * as auth from '../../../contract/auth.ts';
import * as circles from '../../../contract/circles.ts';
import * as posts from '../../../contract/posts.ts';
import type { CurrentUser } from '../../../contract/shapes.ts';
import { setKeptAt } from '../../kept-at.ts';
import { dropKept, putKept, takeKept } from '../../kept-db.ts';
import { reads } from '../../query.ts';
import { newRepeatKey } from '../../repeat-key.ts';
import { forget, keep, recall } from '../../stores.ts';
import { feedOf } from './feed-query.ts';

/** One page of the feed, for the one member who saw it last in this browser. */
const Kept = z.object({
  /** Has to be the one in `stores.ts`: who forgets that one has forgotten this. */
  mark: z.string(),
  at: z.number(),
  user: auth.currentUser.output,
  page: posts.feed.output,
  circles: circles.list.output,
});

const key = 'last';
/** Milliseconds after which somebody who never came back is forgotten. */
const longest = 14 * 24 * 60 * 60_000;
const collectMs = 1_000;

const feed = feedOf({ circleId: null, sort: 'newest' });
const feedHash = hashKey(feed.queryKey);
const circleList = reads(circles.list, {});
const userQuery = reads(auth.currentUser, {});

let ended = false;

/** `forGood`: the member leaves, and nothing that is still under way may bring it back. */
export const forgetFeed = async ({ forGood = false } = {}): Promise<void> => {
  ended ||= forGood;
  forget('keptFeed');
  setKeptAt(null);
  await dropKept('feed', key);
};

const readKept = async (): Promise<z.output<typeof Kept> | null> => {
  const mark = recall('keptFeed');
  if (mark === null) return null;
  const kept = Kept.safeParse(await takeKept('feed', key));
  if (!kept.success || kept.data.mark !== mark || Date.now() - kept.data.at > longest) return null;
  return kept.data;
};

const keepFeed = async (client: QueryClient, user: CurrentUser): Promise<void> => {
  const page = client.getQueryData(feed.queryKey)?.pages[0];
  // Gone meanwhile, as after a lost session.
  if (ended || !page || client.getQueryData(userQuery.queryKey)?.id !== user.id) return;
  const mark = recall('keptFeed') ?? newRepeatKey();
  keep('keptFeed', mark);
  // The browser asks for privacy, or keeps nothing.
  if (recall('keptFeed') !== mark) return;
  const own = client.getQueryData(circleList.queryKey) ?? [];
  await putKept('feed', key, {
    mark,
    at: Date.now(),
    user: { ...user, phoneNumber: null, verificationNotes: null },
    page: { ...page, nextCursor: null },
    // Whom a moment is for is chosen by name; the faces are not needed for it.
    circles: own.map((circle) => ({ ...circle, members: [] })),
  });
};

/** Keeps what this member sees first, from now on; answers how to stop. */
export const followFeed = (client: QueryClient, user: CurrentUser): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  void readKept().then((kept) => {
    if (kept && kept.user.id !== user.id) return forgetFeed();
    return undefined;
  });
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void keepFeed(client, user), collectMs);
  };
  const stop = client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryHash !== feedHash || query.state.status !== 'success') return;
    // What was woken is not news.
    if (onlineManager.isOnline() && query.state.fetchStatus === 'idle') soon();
  });
  if (onlineManager.isOnline() && client.getQueryData(feed.queryKey)) soon();
  return () => {
    clearTimeout(timer);
    stop();
  };
};

/** There is no connection: what was seen last is shown, until there is one. */
export const wakeFeed = async (client: QueryClient): Promise<void> => {
  const kept = await readKept();
  if (!kept || client.getQueryData(userQuery.queryKey) !== undefined) return;
  const { at, user, page } = kept;
  const asOf = { updatedAt: at };
  client.setQueryData(circleList.queryKey, kept.circles, asOf);
  client.setQueryData(feed.queryKey, { pages: [page], pageParams: [null] }, asOf);
  client.setQueryData(userQuery.queryKey, user, asOf);
  setKeptAt(at);
  const stop = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.query.queryHash !== feedHash) return;
    if (event.action.type !== 'success' || event.action.manual === true) return;
    stop();
    setKeptAt(null);
  });
  const stopWaiting = onlineManager.subscribe((online) => {
    if (!online) return;
    stopWaiting();
    void client.invalidateQueries();
  });
};
