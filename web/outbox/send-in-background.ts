// Sends what waits when no page of Circle does. Runs in the service worker, so it loads no words and no React.
import * as z from 'zod/mini';
import { type Endpoint, requestOf } from '../../contract/endpoint.ts';
import { type Item, isUnderWay } from './item.ts';
import { maxUnattached, type Sender } from './kinds.ts';
import { outboxLock } from './outbox-lock.ts';
import { fileOf, storedItems, writeItems } from './stored-items.ts';

type Fields = Readonly<Record<string, unknown>>;

/** How the service worker sends items of one kind. Other kinds wait for a page. */
export interface BackgroundKind {
  endpoint: Pick<Endpoint, 'method' | 'path'>;
  /** The fields or the form, with the results of the items that it needs; null where its member has to decide. */
  bodyOf: (
    item: Item,
    results: readonly unknown[],
    file: Blob | null,
  ) => FormData | Fields | null | Promise<FormData | null>;
  /** The result of the answer, which items that need this one get. */
  resultOf: (answer: unknown) => unknown;
  follow?: Sender['follow'];
}

/** Milliseconds without an answer after which a connection counts as lost. */
const answerMs = 60_000;
/** Milliseconds to wait for a page that still sends: browsers end a service worker soon after. */
const turnMs = 120_000;

/** Whether an item is a part of something else: a photo or a video. */
const isPart = ({ label }: Item): boolean => label === null;

const isBlocked = (item: Item, all: readonly Item[]): boolean => {
  const others = all.filter(({ place }) => place === item.place);
  return isPart(item)
    ? others.filter((other) => isPart(other) && other.state === 'arrived').length >= maxUnattached
    : others.some((other) => other.at < item.at && !isPart(other) && isUnderWay(other));
};

const stateOf = (id: string, all: readonly Item[]) => all.find((item) => item.id === id)?.state;

const isReady = (item: Item, all: readonly Item[]): boolean =>
  item.state === 'waiting' &&
  item.heldBy === null &&
  // A page asks its member about what was refused.
  item.needs.every((need) => stateOf(need, all) === 'arrived') &&
  !isBlocked(item, all);

/** Sends one item. @returns the answer's body; null if the server refused it. @throws Error if it has to be tried later */
const send = async (item: Item, kind: BackgroundKind, body: FormData | Fields): Promise<unknown> => {
  const isForm = body instanceof FormData;
  const request = requestOf(kind.endpoint, isForm ? {} : body);
  const response = await fetch(request.url, {
    method: kind.endpoint.method,
    headers: {
      'circle-member': item.owner,
      'idempotency-key': item.key,
      ...(!isForm && { 'content-type': 'application/json' }),
    },
    body: isForm ? body : JSON.stringify(request.body),
    signal: AbortSignal.timeout(answerMs),
  });
  if (response.ok) return response.json();
  if (response.status >= 500 || response.status === 401 || response.status === 429)
    throw new Error(`the outbox was answered ${response.status}`);
  return null;
};

const Answer = z.record(z.string(), z.unknown());

const sendAll = async (owner: string, kinds: Readonly<Record<string, BackgroundKind>>): Promise<void> => {
  // Its page says why they were refused.
  const left = new Set<string>();
  for (;;) {
    const all = ((await storedItems()) ?? []).filter((item) => item.owner === owner);
    const ordered = all.toSorted((a, b) => a.at - b.at);
    const item = ordered.find((one) => kinds[one.kind] && !left.has(one.id) && isReady(one, all));
    const kind = item && kinds[item.kind];
    if (!item || !kind) return;
    const results = item.needs.map((need) => all.find(({ id }) => id === need)?.result);
    const body = await kind.bodyOf(item, results, await fileOf(item));
    const answer = Answer.safeParse(body && (await send(item, kind, body)));
    if (answer.success) {
      const result = kind.resultOf(answer.data);
      const inPlace = all.filter(({ place }) => place === item.place);
      const follow = kind.follow?.(item, result, inPlace) ?? new Map<string, Partial<Item>>();
      const changes = inPlace.flatMap((one) => {
        const own = {
          ...follow.get(one.id),
          ...(one.id === item.id && { state: 'arrived' as const, result }),
        };
        return Object.keys(own).length === 0 ? [] : [[one, own] as const];
      });
      const isStored = await writeItems({ changes: new Map(changes) });
      if (!isStored) throw new Error('the browser did not store what arrived');
    } else left.add(item.id);
  }
};

/** Sends a member's items, after a page that still does. @throws Error if it has to be tried later */
export const sendInBackground = (
  owner: string,
  kinds: Readonly<Record<string, BackgroundKind>>,
): Promise<void> =>
  navigator.locks.request(outboxLock, { signal: AbortSignal.timeout(turnMs) }, () => sendAll(owner, kinds));
