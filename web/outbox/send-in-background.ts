// Sends what waits when no page of Circle does. Runs in the service worker, so it loads no words and no React.
import * as z from 'zod/mini';
import { type Endpoint, requestOf } from '../../contract/endpoint.ts';
import { isLater } from './back-off.ts';
import { type Item, isUnchanged, isUnderWay, waitsForWithdrawal } from './item.ts';
import { maxUnattached, type Sender } from './kinds.ts';
import { outboxLock } from './other-tab.ts';
import { fileOf, onStoredElsewhere, storedItems, writeItems } from './stored-items.ts';

type Fields = Readonly<Record<string, unknown>>;
type Call = Pick<Endpoint, 'method' | 'path'>;

/** How the service worker sends items of one kind. Other kinds wait for a page. */
export interface BackgroundKind {
  endpoint: Call;
  /** The fields or the form, with the results of the items that it needs; null where its member has to decide. */
  bodyOf: (
    item: Item,
    results: readonly unknown[],
    file: Blob | null,
  ) => FormData | Fields | null | Promise<FormData | null>;
  /** The result of the answer, which items that need this one get. */
  resultOf: (answer: unknown) => unknown;
  follow?: Sender['follow'];
  /** Deletes a result, by its id, whose item was deleted meanwhile. */
  undo?: Call;
}

type Kinds = Readonly<Record<string, BackgroundKind>>;

/** Milliseconds without an answer after which a connection counts as lost, besides those that a file takes. */
const answerMs = 60_000;
/** Bytes a millisecond of the slowest connection that is waited for. */
const slowestBytes = 25;
/** Milliseconds to wait for a page that still sends: browsers end a service worker soon after. */
const turnMs = 120_000;

/** Nothing can be sent now. */
class NotNow extends Error {
  override name = 'NotNow';
}

/** Whether an item is a part of something else: a photo or a video. */
const isPart = ({ label }: Item): boolean => label === null;

const isBlocked = (item: Item, all: readonly Item[]): boolean => {
  if (waitsForWithdrawal(item, all)) return true;
  const others = all.filter(({ place }) => place === item.place);
  return isPart(item)
    ? others.filter((other) => isPart(other) && other.state === 'arrived').length >= maxUnattached
    : others.some((other) => other.at < item.at && !isPart(other) && isUnderWay(other));
};

const stateOf = (id: string, all: readonly Item[]) => all.find((item) => item.id === id)?.state;

const isReady = (item: Item, all: readonly Item[]): boolean =>
  item.state === 'waiting' &&
  item.heldBy === null &&
  !isLater(item.notBefore) &&
  // A page asks its member about what was refused.
  item.needs.every((need) => stateOf(need, all) === 'arrived') &&
  !isBlocked(item, all);

const itemsOf = async (owner: string): Promise<Item[]> =>
  ((await storedItems()) ?? []).filter((item) => item.owner === owner).toSorted((a, b) => a.at - b.at);

/** Whether its member has neither changed, paused nor deleted it. */
const isAsKept = async (item: Item): Promise<boolean> =>
  isUnchanged(
    item,
    (await itemsOf(item.owner)).find(({ id }) => id === item.id),
  );

/**
 * Stores that the server may have an item from now on.
 * @returns the item as it is then; null if its member has changed, paused or deleted it
 */
const noteTried = async (item: Item): Promise<Item | null> => {
  const seen = { isSame: false };
  const change = (now: Item) => {
    seen.isSame = isUnchanged(item, now);
    return seen.isSame ? { isTried: true } : {};
  };
  const isStored = await writeItems({ changes: new Map([[item, change]]) });
  if (!isStored) throw new NotNow('the browser did not store what is sent');
  return seen.isSame ? { ...item, isTried: true } : null;
};

const Answer = z.record(z.string(), z.unknown());

/**
 * @returns the answer's body; null if the server refused it
 * @throws NotNow if nothing can be sent now, Error if this has to be tried later
 */
const call = async (
  endpoint: Call,
  { owner, key }: Item,
  body: FormData | Fields,
  signal: AbortSignal,
): Promise<z.infer<typeof Answer> | null> => {
  const isForm = body instanceof FormData;
  const request = requestOf(endpoint, isForm ? {} : body);
  const response = await fetch(request.url, {
    method: endpoint.method,
    headers: {
      'circle-member': owner,
      'idempotency-key': key,
      ...(request.body && { 'content-type': 'application/json' }),
    },
    body: isForm ? body : request.body && JSON.stringify(request.body),
    signal,
  }).catch((error: unknown) => {
    throw new NotNow('the outbox got no answer', { cause: error });
  });
  if (response.ok) return response.status === 204 ? {} : Answer.parse(await response.json());
  const message = `the outbox was answered ${response.status}`;
  if (response.status === 401 || response.status === 429) throw new NotNow(message);
  if (response.status >= 500) throw new Error(message);
  return null;
};

/** Sends an item until its member changes it. @returns the answer's body; null where a page has to look at it */
const send = async (
  item: Item,
  kind: BackgroundKind,
  results: readonly unknown[],
): Promise<z.infer<typeof Answer> | null> => {
  const file = await fileOf(item);
  const body = await kind.bodyOf(item, results, file);
  const tried = body && (await noteTried(item));
  if (!tried) return null;
  const changed = new AbortController();
  onStoredElsewhere(() => void isAsKept(tried).then((same) => (same ? undefined : changed.abort())));
  const timeout = AbortSignal.timeout(answerMs + (file?.size ?? 0) / slowestBytes);
  try {
    return await call(kind.endpoint, item, body, AbortSignal.any([changed.signal, timeout]));
  } catch (error) {
    if (changed.signal.aborted) return null;
    throw error;
  }
};

/** Stores that an item has arrived, with what follows from it, unless its member has deleted, changed or taken it back. */
const settle = async (item: Item, kind: BackgroundKind, result: unknown): Promise<void> => {
  const inPlace = (await itemsOf(item.owner)).filter(({ place }) => place === item.place);
  const isSent = ({ id, key }: Item) => id === item.id && key === item.key;
  if (!inPlace.some(isSent)) {
    const id: unknown = Reflect.get(Object(result), 'id');
    if (kind.undo) await call(kind.undo, item, { id }, AbortSignal.timeout(answerMs));
    return;
  }
  const follow = kind.follow?.(item, result, inPlace) ?? new Map<string, Partial<Item>>();
  const changes = inPlace.map((one) => {
    const own = { ...follow.get(one.id), ...(one.id === item.id && { state: 'arrived' as const, result }) };
    const isAsSent = (now: Item) => now.place === item.place && (now.id !== item.id || isSent(now));
    return [one, (now: Item) => (isAsSent(now) ? own : {})] as const;
  });
  if (!(await writeItems({ changes: new Map(changes) })))
    throw new NotNow('the browser did not store what arrived');
};

const sendAll = async (owner: string, kinds: Kinds, isSeen: () => Promise<boolean>): Promise<void> => {
  // Pages say why they were refused.
  const left = new Set<string>();
  const failures: unknown[] = [];
  while (!(await isSeen())) {
    const all = await itemsOf(owner);
    const item = all.find((one) => kinds[one.kind] && !left.has(one.id) && isReady(one, all));
    const kind = item && kinds[item.kind];
    if (!item || !kind) break;
    const results = item.needs.map((need) => all.find(({ id }) => id === need)?.result);
    try {
      const answer = await send(item, kind, results);
      if (answer) await settle(item, kind, kind.resultOf(answer));
      else left.add(item.id);
    } catch (error) {
      if (error instanceof NotNow) throw error;
      // The others are not held up.
      left.add(item.id);
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some of the outbox has to be sent later');
};

/**
 * Sends a member's items, after a page that still does, until `isSeen`: a page that is looked at sends, and shows how.
 * @throws Error if it has to be tried later
 */
export const sendInBackground = (
  owner: string,
  kinds: Kinds,
  isSeen: () => Promise<boolean>,
): Promise<void> =>
  navigator.locks.request(outboxLock, { signal: AbortSignal.timeout(turnMs) }, () =>
    sendAll(owner, kinds, isSeen),
  );
