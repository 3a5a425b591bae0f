// The items of all members and their files in IndexedDB.
import {
  changeOffline,
  deleteOffline,
  keysStartingWith,
  readOffline,
  replaceIn,
  valuesOffline,
  writeOffline,
} from '../offline/offline-db.ts';
import { isHolding } from './holder.ts';
import { Item } from './item.ts';

/** An item, or the name under which a second file of it is stored. */
export type ItemName = Pick<Item, 'owner' | 'id'>;

const itemsStart = 'outbox/';
const itemKey = ({ owner, id }: ItemName): string => `${itemsStart}${owner}/${id}`;
const fileKey = ({ owner, id }: ItemName): string => `outbox-file/${owner}/${id}`;

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
    return item.success ? [item.data] : [];
  });
};

/** Changes that are written together. */
interface Writing {
  /** Items as they are. */
  puts?: readonly Item[];
  /** Changes of items, which another tab may have changed or deleted. */
  changes?: ReadonlyMap<Item, Partial<Item>>;
  /** Items to delete, with their files. */
  gone?: readonly ItemName[];
}

/** Writes in one transaction. @returns whether the browser has stored it */
export const writeItems = async ({ puts = [], changes, gone = [] }: Writing): Promise<boolean> => {
  await isHolding();
  const isStored = await changeOffline('photos', (store) => {
    for (const item of puts) store.put(item, itemKey(item));
    for (const [item, changed] of changes ?? []) {
      replaceIn(store, itemKey(item), (value) => {
        const { data } = Item.safeParse(value);
        return data && { ...data, ...changed };
      });
    }
    for (const item of gone) {
      store.delete(itemKey(item));
      store.delete(keysStartingWith(fileKey(item)));
    }
    // The browser writes it even if the page closes now.
    if (!changes?.size) store.transaction.commit();
  });
  tellTabs();
  return isStored === true;
};

/** @returns whether the browser stored it */
export const storeFile = async (item: ItemName, file: Blob): Promise<boolean> =>
  (await writeOffline('photos', fileKey(item), file)) === true;

export const storedFile = async (item: ItemName): Promise<Blob | null> => {
  const file = await readOffline('photos', fileKey(item));
  return file instanceof Blob ? file : null;
};

export const deleteFile = (item: ItemName): Promise<unknown> => deleteOffline('photos', fileKey(item));
