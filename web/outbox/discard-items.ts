import type { Item } from './item.ts';
import { kindOf } from './kinds.ts';
import { itemOf, removeItems } from './outbox.ts';

/** Deletes on the server what an item has brought there, for one that its member changes or no longer wants. */
export const undoItem = ({ kind, state, result }: Item): void => {
  if (state !== 'arrived') return;
  void kindOf(kind)
    ?.load()
    .then(({ undo }) => undo?.(result))
    .catch((error: unknown) => console.warn(error));
};

/** Removes items that their member no longer wants, also on the server. Offline that fails, and it deletes them within a day. */
export const discardItems = (ids: readonly string[]): void => {
  const all = ids.flatMap((id) => itemOf(id) ?? []);
  removeItems(ids);
  all.forEach(undoItem);
};
