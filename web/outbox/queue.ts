// Sends the items of the outbox, in one tab at a time.
import type { QueryClient } from '@tanstack/react-query';
import { ApiError, NoAnswer } from '../data/api.ts';
import { newIdempotencyKey } from '../data/idempotency-key.ts';
import { createWatchers } from '../data/watchers.ts';
import { isLater, noteAnswer, noteLost, retryAt, waitMs, watchLost } from './back-off.ts';
import { type Item, type ItemChange, isUnderWay, waitsForWithdrawal } from './item.ts';
import { kindOf, type Lane, lanes, maxUnattached, NeedsAgain, type Sender, type Sending } from './kinds.ts';
import {
  allItems,
  changeItem,
  changeItems,
  isHeldElsewhere,
  itemOf,
  itemsIn,
  removeItems,
  rereadOutbox,
  watchOutbox,
} from './outbox.ts';
import { sendWithoutPage } from './background-sync.ts';
import { inOneTab } from './other-tab.ts';
import { paceNow, rest } from './pace.ts';
import { isLostConnection, isWithoutEffect, problemOf } from './problem.ts';
import { showProgress } from './progress.ts';
import { whenStored } from './store-work.ts';
import { fileOf } from './stored-items.ts';

/** Milliseconds without an answer after which a connection counts as lost. */
const answerMs = 60_000;

interface Options {
  client: QueryClient;
  userId: string;
  /** The session is over: nothing can be sent. */
  onLostSession: (error: ApiError) => void;
}

interface Attempt {
  lane: Lane;
  stop: AbortController;
  /** Its item has arrived, and its lane rests. */
  isOver?: true;
}

/** The attempts of this tab, by item. */
const running = new Map<string, Attempt>();
const { watch: watchEnded, notify: noteEnded } = createWatchers();

const laneOf = ({ kind }: Item) => kindOf(kind)?.lane;

/** Whether no waiting item needs this one. A refused photo is left out; without its album there is nothing to add to. */
const isSettled = (id: string): boolean => {
  const item = itemOf(id);
  return !item || item.state === 'arrived' || (item.state === 'refused' && laneOf(item) !== 'one');
};

/** In one place, items of the lane `one` wait for those before them that are under way. An answer waits for earlier withdrawals. */
const isBlocked = (item: Item): boolean => {
  if (waitsForWithdrawal(item, allItems())) return true;
  if (laneOf(item) === 'one') {
    return itemsIn(item.place).some(
      (other) => other.at < item.at && laneOf(other) === 'one' && isUnderWay(other),
    );
  }
  const unattached = itemsIn(item.place).filter(
    (other) => laneOf(other) !== 'one' && (other.state === 'arrived' || running.has(other.id)),
  );
  return unattached.length >= maxUnattached;
};

/** Whether an item waits for nothing but a free place in its lane. */
const isReady = (item: Item): boolean =>
  item.state === 'waiting' &&
  !running.has(item.id) &&
  !isHeldElsewhere(item) &&
  !isLater(item.notBefore) &&
  laneOf(item) !== undefined &&
  item.needs.every(isSettled) &&
  !isBlocked(item);

const mayTry = (): boolean => navigator.onLine && !isLater(retryAt());

/** How often each item got no answer in this tab. */
const unanswered = new Map<string, number>();

/** An item that always loses the connection comes after those that may not. */
const readyItems = (): readonly Item[] =>
  mayTry()
    ? allItems()
        .filter(isReady)
        .toSorted((a, b) => (unanswered.get(a.id) ?? 0) - (unanswered.get(b.id) ?? 0))
    : [];

/** Removes what arrived once nothing of its place is left to send. */
const tidy = (place: string): void => {
  const all = itemsIn(place);
  const arrived = all.filter(({ state }) => state === 'arrived');
  const isNeeded = ({ id }: Item) => all.some((item) => item.needs.includes(id) && item.state !== 'arrived');
  const isDone = all.every(({ state }) => state === 'arrived' || state === 'refused');
  const hasSender = all.some((item) => laneOf(item) === 'one');
  if (!hasSender) return;
  removeItems(
    arrived.filter((item) => !isNeeded(item) && (isDone || laneOf(item) !== 'one')).map(({ id }) => id),
  );
};

const sendAgain = (item: Item): void => {
  for (const id of item.needs) {
    const needed = itemOf(id);
    if (needed?.state === 'arrived' && laneOf(needed) !== 'one')
      changeItem(id, { state: 'waiting', result: null, key: newIdempotencyKey() });
  }
  // The server has not acted on the earlier request.
  changeItem(item.id, { renewed: true });
};

const failed = (item: Item, error: unknown, sender: Sender, { onLostSession }: Options): void => {
  if (error instanceof ApiError && error.status === 401) return onLostSession(error);
  if (error instanceof NeedsAgain && !item.renewed) return sendAgain(item);
  const cause = error instanceof NeedsAgain ? error.cause : error;
  const problem = problemOf(cause, item, sender);
  // An earlier request may have made it.
  const isTried = item.isTried || !isWithoutEffect(cause);
  if (problem) return changeItem(item.id, { state: 'refused', problem, isTried });
  console.warn(error);
  if (isLostConnection(error)) {
    unanswered.set(item.id, (unanswered.get(item.id) ?? 0) + 1);
    return noteLost();
  }
  const tries = item.tries + 1;
  changeItem(item.id, { tries, notBefore: Date.now() + waitMs(tries) });
};

/** A module that does not load counts as a lost connection. */
const notLoaded = (error: unknown): never => {
  throw new NoAnswer('', { cause: error });
};

const sendItem = async (item: Item, options: Options, stop: AbortController): Promise<void> => {
  const { id, key, needs, place, path } = item;
  let sender: Sender = { send: () => Promise.reject(new Error(`nobody sends ${item.kind}`)) };
  try {
    const kind = kindOf(item.kind);
    sender = (await kind?.load().catch(notLoaded)) ?? sender;
    if (path !== null) changeItem(id, { isTried: true });
    // After a reload, what it needs would arrive again, as something else than this request contained.
    if (needs.length > 0 || path !== null) await whenStored();
    const sending: Sending = {
      client: options.client,
      // Uploads notice by their progress that a connection stalls.
      signal: kind?.hasFile ? stop.signal : AbortSignal.any([stop.signal, AbortSignal.timeout(answerMs)]),
      results: needs.map((need) => itemOf(need)?.result ?? null),
      file: () => fileOf(item),
      onProgress: (part) => showProgress(id, part),
    };
    const began = performance.now();
    const result = await sender.send(item, sending);
    const spent = performance.now() - began;
    unanswered.delete(id);
    noteAnswer();
    if (itemOf(id)?.key !== key) return void (await sender.undo?.(result));
    const follow = sender.follow?.(item, result, itemsIn(item.place)) ?? [];
    const own = { ...new Map(follow).get(id), state: 'arrived' as const, result };
    const changed = new Map<string, ItemChange>(follow).set(id, (now) => (now.key === key ? own : {}));
    changeItems({ changed });
    sender.arrived?.(item, result, sending);
    const sent = kind?.hasFile ? await fileOf(item) : null;
    tidy(itemOf(id)?.place ?? place);
    if (!kind || !sent) return;
    const resting = new AbortController();
    running.set(id, { lane: kind.lane, stop: resting, isOver: true });
    await rest(spent, sent.size, resting.signal);
  } catch (error) {
    if (error instanceof ApiError) noteAnswer();
    if (!stop.signal.aborted) failed(item, error, sender, options);
  } finally {
    running.delete(id);
    showProgress(id, null);
    noteEnded();
  }
};

/** Also attempts whose item was deleted: until they end, the next one of the lane waits. */
const sendingIn = (lane: Lane): number =>
  [...running.values()].filter((attempt) => attempt.lane === lane).length;

const placesOf = (lane: Lane): number => (paceNow() === 'full' ? lanes[lane] : 1);

/** A round of sending by one tab, which ends when nothing can be sent. */
interface Round {
  /** Stops what is no longer to be sent, and begins what can be. */
  step: () => void;
  end: Promise<void>;
}

const beginRound = (options: Options, signal: AbortSignal): Round => {
  const { promise: end, resolve } = Promise.withResolvers<void>();
  let isEnded = false;
  const step = () => {
    if (isEnded) return;
    for (const [id, { stop, isOver }] of running) {
      if (signal.aborted || (!isOver && itemOf(id)?.state !== 'waiting')) stop.abort();
    }
    for (const item of signal.aborted ? [] : readyItems()) {
      const lane = laneOf(item);
      if (!lane || sendingIn(lane) >= placesOf(lane) || !isReady(item)) continue;
      const stop = new AbortController();
      running.set(item.id, { lane, stop });
      void sendItem(item, options, stop).then(step);
    }
    if (running.size > 0) return;
    isEnded = true;
    signal.removeEventListener('abort', step);
    resolve();
  };
  signal.addEventListener('abort', step);
  step();
  return { step, end };
};

/** Sends this member's items as soon as they can be sent. Returns how to stop. */
export const startQueue = (options: Options): (() => void) => {
  const stop = new AbortController();
  const { signal } = stop;
  let isAwake = false;
  let round: Round | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const sleep = () => {
    clearTimeout(timer);
    if (signal.aborted) return;
    const times = allItems()
      .filter(isUnderWay)
      .map(({ notBefore }) => Math.max(notBefore, retryAt()));
    const next = Math.min(...times.filter(isLater));
    if (Number.isFinite(next)) timer = setTimeout(() => void wake(), next - Date.now());
  };
  const wake = async () => {
    round?.step();
    if (isAwake || signal.aborted || readyItems().length === 0) return sleep();
    isAwake = true;
    try {
      await inOneTab(signal, async () => {
        await rereadOutbox();
        for (const place of new Set(allItems().map((item) => item.place))) tidy(place);
        round = beginRound({ ...options, onLostSession }, signal);
        await round.end;
      });
    } catch (error) {
      // This tab was stopped while another tab had the lock.
      if (error !== signal.reason) console.error(error);
    }
    round = null;
    isAwake = false;
    // Something may have become ready since.
    if (readyItems().length > 0) void wake();
    else sleep();
  };
  const onLostSession = (error: ApiError) => {
    stop.abort();
    options.onLostSession(error);
  };
  const tryNow = () => {
    noteAnswer();
    void wake();
  };
  const goOnline = () => {
    // A request from before the connection was away may never be answered.
    for (const { stop: stopTry, isOver } of running.values()) if (!isOver) stopTry.abort();
    tryNow();
  };
  const leave = () => {
    // The service worker knows no other speed.
    if (allItems().some(isUnderWay) && paceNow() === 'full') sendWithoutPage().catch(console.warn);
  };
  addEventListener('online', goOnline, { signal });
  document.addEventListener('visibilitychange', () => (document.hidden ? leave() : tryNow()), { signal });
  const stops = [
    watchOutbox(() => void wake()),
    watchLost(() => void wake()),
    // Also attempts of a queue that was stopped: what one of them had, nobody else could begin.
    watchEnded(() => void wake()),
    // Another call of the page has reached the server.
    options.client.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual) noteAnswer();
    }),
  ];
  signal.addEventListener('abort', () => {
    for (const end of stops) end();
    clearTimeout(timer);
  });
  tryNow();
  return () => stop.abort();
};
