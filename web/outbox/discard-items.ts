import { kindOf } from './kinds.ts';
import { itemOf, removeItems } from './outbox.ts';

/** Removes items that their member no longer wants, also on the server. Offline that fails, and it deletes them within a day. */
export const discardItems = (ids: readonly string[]): void => {
  const arrived = ids.flatMap((id) => itemOf(id) ?? []).filter(({ state }) => state === 'arrived');
  removeItems(ids);
  for (const { kind, result } of arrived)
    void kindOf(kind)
      ?.load()
      .then(({ undo }) => undo?.(result))
      .catch((error: unknown) => console.warn(error));
};
