import { noteAnswer } from './back-off.ts';
import type { NewItem } from './holder.ts';
import { type Item, isUnderWay, withdrawal } from './item.ts';
import { kindOf } from './kinds.ts';
import { addItems, itemOf } from './outbox.ts';

/** Deletes on the server what an item has brought there, for one that its member changes or no longer wants. */
export const undoItem = ({ kind, state, result }: Item): void => {
  if (state !== 'arrived') return;
  void kindOf(kind)
    ?.load()
    .then(({ undo }) => undo?.(result))
    .catch((error: unknown) => console.warn(error));
};

/** Whether another tab may just be sending it. */
const isSentElsewhere = ({ state, needs }: Item): boolean =>
  state === 'waiting' &&
  navigator.onLine &&
  !needs.some((need) => {
    const item = itemOf(need);
    return item && isUnderWay(item);
  });

/** The items that withdraw the requests of these. */
const withdrawalsOf = (items: readonly Item[]): NewItem[] =>
  items.flatMap((item) => {
    const { state, path, key, label, isTried } = item;
    // The server has it, although its answer was lost, or may get it yet.
    const mayBeThere = state !== 'arrived' && (isTried || isSentElsewhere(item));
    if (path === null || !mayBeThere) return [];
    return [{ kind: withdrawal, place: `${withdrawal}/${key}`, label, input: { path, key } }];
  });

/** Changes or removes items, as their member wants, and withdraws their requests: now, also if nothing got an answer before. */
export const withdrawItems = (items: readonly Item[], change: Parameters<typeof addItems>[2]): void => {
  const [first] = items;
  if (!first) return;
  const withdrawals = withdrawalsOf(items);
  addItems(first.owner, withdrawals, change);
  if (withdrawals.length > 0) noteAnswer();
};

/**
 * Removes items that their member no longer wants, also on the server. For photos that fails offline, and it deletes them
 * within a day.
 */
export const discardItems = (ids: readonly string[]): void => {
  const all = ids.flatMap((id) => itemOf(id) ?? []);
  withdrawItems(all, { removed: ids });
  all.forEach(undoItem);
};
