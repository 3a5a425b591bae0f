// Loads after the first screen.
import { onlineManager, type QueryClient } from '@tanstack/react-query';
import * as delivery from '../../../contract/delivery.ts';
import { limits } from '../../../contract/limits.ts';
import type { Post } from '../../../contract/shapes.ts';
import { ApiError, api } from '../../data/api.ts';
import { isPost, isRecord, postsKey } from '../../data/cached-posts.ts';
import { queryFor } from '../../data/query.ts';

const choices = queryFor(delivery.get, {});

/** A moment that was on screen this long counts as seen. */
const seenAfterMs = 1_000;
const sendEveryMs = 30_000;
/** A moment with a larger key can have an earlier time: servers' clocks differ, and transactions overlap. */
const slackMs = 60_000;

const findIn = (data: unknown, id: string): Post | null => {
  if (isPost(data)) return data.id === id ? data : null;
  const parts: unknown[] = Array.isArray(data) ? data : isRecord(data) ? Object.values(data) : [];
  for (const part of parts) {
    const found = findIn(part, id);
    if (found) return found;
  }
  return null;
};

const findCached = (client: QueryClient, id: string): Post | null =>
  findIn(
    client.getQueriesData({ queryKey: postsKey }).map(([, data]) => data),
    id,
  );

/** Half of the card is visible, or it fills half of the screen. */
const isInView = ({
  boundingClientRect,
  intersectionRect,
  rootBounds,
}: IntersectionObserverEntry): boolean => {
  const whole = Math.min(boundingClientRect.height, rootBounds?.height ?? innerHeight);
  return intersectionRect.height > 0 && intersectionRect.height >= whole / 2;
};

/** Watches the moments on the page. `onSeen` gets the id of each that was looked at, once. */
const watchMoments = (onSeen: (id: string) => void): (() => void) => {
  const done = new Set<string>();
  const inView = new Map<Element, ReturnType<typeof setTimeout> | undefined>();
  const startTimer = (card: Element): void => {
    clearTimeout(inView.get(card));
    const report = () => {
      const id = card.getAttribute('data-post');
      if (id === null || done.has(id) || !card.isConnected) return;
      done.add(id);
      onSeen(id);
    };
    inView.set(card, document.visibilityState === 'visible' ? setTimeout(report, seenAfterMs) : undefined);
  };
  const restartTimers = () => {
    for (const card of inView.keys()) startTimer(card);
  };
  const thresholds = Array.from({ length: 21 }, (_, step) => step / 20);
  const intersections = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        const { target } = entry;
        if (isInView(entry) === inView.has(target)) continue;
        clearTimeout(inView.get(target));
        if (!inView.delete(target)) startTimer(target);
      }
    },
    { threshold: thresholds },
  );
  const known = new WeakSet<Element>();
  const observeCards = () => {
    for (const card of inView.keys()) {
      if (card.isConnected) continue;
      clearTimeout(inView.get(card));
      inView.delete(card);
    }
    for (const card of document.querySelectorAll('[data-post]')) {
      if (known.has(card)) continue;
      known.add(card);
      intersections.observe(card);
    }
  };
  const changes = new MutationObserver(observeCards);
  changes.observe(document.body, { childList: true, subtree: true });
  observeCards();
  document.addEventListener('visibilitychange', restartTimers);
  return () => {
    intersections.disconnect();
    changes.disconnect();
    document.removeEventListener('visibilitychange', restartTimers);
    for (const timer of inView.values()) clearTimeout(timer);
  };
};

/** Reports moments of others that were on screen, so that no letter tells of them again. */
export const reportSeen = (client: QueryClient, userId: string): (() => void) => {
  const waiting: Post[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const untold = async (posts: readonly Post[]): Promise<Post[]> => {
    const { circles, untoldAfter } = await client.query(choices);
    if (circles.every(({ when }) => when === 'never')) return [];
    const after = untoldAfter === null ? 0 : Date.parse(untoldAfter) - slackMs;
    return posts.filter(({ createdAt }) => Date.parse(createdAt) > after);
  };

  const send = async (keepalive: boolean): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (!onlineManager.isOnline()) return;
    const posts = waiting.splice(0, limits.seenPosts);
    try {
      const postIds = (await untold(posts)).map(({ id }) => id);
      if (postIds.length > 0) await api(delivery.seen, { postIds }, { keepalive });
    } catch (error) {
      // A retry would fail too, for example after a sign-out.
      if (error instanceof ApiError && error.status < 500 && error.status !== 429) return;
      waiting.push(...posts);
    }
    if (waiting.length > 0) sendLater();
  };
  const sendLater = () => {
    timer ??= setTimeout(() => void send(false), sendEveryMs);
  };
  const sendNow = () => {
    if (document.visibilityState === 'hidden' && waiting.length > 0) void send(true);
  };
  document.addEventListener('visibilitychange', sendNow);
  const stopOnline = onlineManager.subscribe((isOnline) => {
    if (isOnline && waiting.length > 0) sendLater();
  });
  const stopWatching = watchMoments((id) => {
    const post = findCached(client, id);
    if (!post || post.authorId === userId) return;
    // Fetch the choices now: a page that is being hidden has no time to wait for them.
    client.query(choices).catch(() => undefined);
    waiting.push(post);
    sendLater();
  });
  return () => {
    stopWatching();
    stopOnline();
    document.removeEventListener('visibilitychange', sendNow);
    clearTimeout(timer);
  };
};
