// The items of all members and their files in IndexedDB.
import {
  changeOffline,
  keysStartingWith,
  readOffline,
  replaceIn,
  valuesOffline,
} from '../offline/offline-db.ts';
import { isHolding } from './holder.ts';
import { changedItem, Item, type ItemChange } from './item.ts';

/** An item, or the name under which a second file of it is stored. */
export type ItemName = Pick<Item, 'owner' | 'id'>;

/** The name under which a second file of an item is stored. */
export const besides = ({ owner, id }: ItemName, name: string): ItemName => ({
  owner,
  id: `${id}.${name}`,
});

const itemsStart = 'outbox/';
const itemKey = ({ owner, id }: ItemName): string => `${itemsStart}${owner}/${id}`;
const fileKey = ({ owner, id }: ItemName): string => `outbox-file/${owner}/${id}`;

/** Files that the browser did not store, by their keys: a reload loses them. */
const unkept = new Map<string, Blob>();

/** The keys of items that are being deleted. */
const leaving = new Set<string>();

const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('circle-outbox') : null;

const tellTabs = (): void => channel?.postMessage(null);

/** Calls after another tab has changed the store. */
export const onStoredElsewhere = (act: () => void): void => {
  if (channel) channel.onmessage = act;
};

/** The items of all members; null if the browser did not answer. */
export const storedItems = async (): Promise<Item[] | null> => {
  // After what was written before.
  await isHolding();
  const values = await valuesOffline('photos', keysStartingWith(itemsStart));
  if (values === null) return null;
  return values.flatMap((value) => {
    const item = Item.safeParse(value);
    return item.success && !leaving.has(itemKey(item.data)) ? [item.data] : [];
  });
};

/** Changes that are written together. */
interface Writing {
  /** Items as they are. */
  puts?: readonly Item[];
  /** Changes of items, which another tab may have changed or deleted. */
  changes?: ReadonlyMap<Item, ItemChange>;
  /** Items to delete, with their files. */
  gone?: readonly ItemName[];
}

/** Writes in one transaction. @returns whether the browser has stored it */
export const writeItems = async ({ puts = [], changes, gone = [] }: Writing): Promise<boolean> => {
  for (const item of gone) leaving.add(itemKey(item));
  await isHolding();
  const isStored = await changeOffline('photos', (store) => {
    for (const item of puts) store.put(item, itemKey(item));
    for (const [item, changed] of changes ?? []) {
      replaceIn(store, itemKey(item), (value) => {
        const { data } = Item.safeParse(value);
        return data && changedItem(data, changed);
      });
    }
    for (const item of gone) {
      unkept.delete(fileKey(item));
      store.delete(itemKey(item));
      store.delete(keysStartingWith(fileKey(item)));
    }
    // The browser writes it even if the page closes now.
    if (!changes?.size) store.transaction.commit();
  });
  for (const item of gone) leaving.delete(itemKey(item));
  tellTabs();
  return isStored === true;
};

/**
 * Stores a file, or what else a kind keeps of an item, with the changes of the item that `change` returns, while the store
 * has the item.
 * @returns whether the browser stored it
 */
export const storeFile = async (
  name: ItemName,
  file: unknown,
  item: ItemName,
  change: ItemChange,
): Promise<boolean> => {
  await isHolding();
  let isThere = false;
  const isStored = await changeOffline('photos', (store) =>
    replaceIn(store, itemKey(item), (value) => {
      const { data } = Item.safeParse(value);
      if (!data) return undefined;
      isThere = true;
      store.put(file, fileKey(name));
      unkept.delete(fileKey(name));
      return changedItem(data, change);
    }),
  );
  tellTabs();
  return isStored === true && isThere;
};

/** Keeps a file that the browser did not store until the page closes. */
export const holdFile = (name: ItemName, file: Blob): void => void unkept.set(fileKey(name), file);

/** Drops the files that are only in memory. */
export const dropHeldFiles = (): void => unkept.clear();

/** The value under the name of a file. */
export const storedUnder = (name: ItemName): Promise<unknown> => readOffline('photos', fileKey(name));

export const fileOf = async (name: ItemName): Promise<Blob | null> => {
  const file = unkept.get(fileKey(name)) ?? (await storedUnder(name));
  return file instanceof Blob ? file : null;
};
