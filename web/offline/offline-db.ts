/** IndexedDB for data too large for `browser-storage.ts`: the last feed, and photos of unshared moments. */
type OfflineStore = 'feed' | 'photos';

const offlineStores: readonly OfflineStore[] = ['feed', 'photos'];

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The browser keeps nothing.'));
  });

let opened: Promise<IDBDatabase> | null = null;

const open = (): Promise<IDBDatabase> => {
  const request = indexedDB.open('circle', 1);
  request.onupgradeneeded = () => {
    for (const room of offlineStores) request.result.createObjectStore(room);
  };
  return answerOf(request);
};

const completed = (transaction: IDBTransaction): Promise<true> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(true);
    transaction.onabort = () => reject(transaction.error ?? new Error('The browser keeps nothing.'));
  });

const begin = async (room: OfflineStore, mode: IDBTransactionMode): Promise<IDBObjectStore> => {
  opened ??= open();
  return (await opened).transaction(room, mode).objectStore(room);
};

const inside = async <T>(
  room: OfflineStore,
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => Promise<T>,
): Promise<T> => {
  const again = () => {
    // A browser may have closed the database, to free space or since its data was deleted.
    opened = null;
    return begin(room, mode);
  };
  const store = await begin(room, mode).catch(again);
  return act(store);
};

// A browser may refuse to keep anything, or have no room left. Nothing kept here is worth failing for.
const attempt = async <T>(act: Promise<T>): Promise<T | null> => {
  try {
    return await act;
  } catch (error) {
    console.warn(error);
    return null;
  }
};

export const readOffline = (room: OfflineStore, key: string): Promise<unknown> =>
  attempt(inside<unknown>(room, 'readonly', (store) => answerOf(store.get(key))));

/** All values under these keys; null if the browser did not answer. */
export const valuesOffline = (room: OfflineStore, keys: IDBKeyRange): Promise<readonly unknown[] | null> =>
  attempt(inside<unknown[]>(room, 'readonly', (store) => answerOf(store.getAll(keys))));

/** Changes a store in one transaction, all of it or nothing. @returns true; null if the browser refused */
export const changeOffline = (
  room: OfflineStore,
  act: (store: IDBObjectStore) => void,
): Promise<true | null> =>
  attempt(
    inside(room, 'readwrite', (store) => {
      act(store);
      return completed(store.transaction);
    }),
  );

/** Puts a value, which the browser writes even if the page closes now. @returns true; null if the browser refused */
export const writeOffline = (room: OfflineStore, key: string, value: unknown): Promise<true | null> =>
  changeOffline(room, (store) => {
    store.put(value, key);
    store.transaction.commit();
  });

export const deleteOffline = (room: OfflineStore, key: string | IDBKeyRange): Promise<true | null> =>
  changeOffline(room, (store) => {
    store.delete(key);
    store.transaction.commit();
  });

export const offlineKeys = async (room: OfflineStore): Promise<readonly IDBValidKey[]> =>
  (await attempt(inside(room, 'readonly', (store) => answerOf(store.getAllKeys())))) ?? [];

/** All keys that begin so. */
export const keysStartingWith = (start: string): IDBKeyRange => IDBKeyRange.bound(start, `${start}\uffff`);

/** Replaces the value under a key, in a transaction that is open; `undefined` leaves it. */
export const replaceIn = (store: IDBObjectStore, key: string, change: (value: unknown) => unknown): void => {
  const reading = store.get(key);
  reading.addEventListener('success', () => {
    const next = change(reading.result);
    if (next !== undefined) store.put(next, key);
  });
};
