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

const inside = async <T>(
  room: OfflineStore,
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> => {
  opened ??= open();
  try {
    return await answerOf(act((await opened).transaction(room, mode).objectStore(room)));
  } catch (error) {
    // The next call reopens it: a browser may have closed the database to free space.
    opened = null;
    throw error;
  }
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
  attempt(inside<unknown>(room, 'readonly', (store) => store.get(key)));

export const writeOffline = (room: OfflineStore, key: string, value: unknown): Promise<unknown> =>
  attempt(inside(room, 'readwrite', (store) => store.put(value, key)));

/** Replaces a value in one transaction; undefined leaves it. */
export const changeOffline = (
  room: OfflineStore,
  key: string,
  change: (value: unknown) => unknown,
): Promise<unknown> =>
  attempt(
    inside<unknown>(room, 'readwrite', (store) => {
      const reading = store.get(key);
      reading.addEventListener('success', () => {
        const next = change(reading.result);
        if (next !== undefined) store.put(next, key);
      });
      return reading;
    }),
  );

export const deleteOffline = (room: OfflineStore, key: string | IDBKeyRange): Promise<unknown> =>
  attempt(inside(room, 'readwrite', (store) => store.delete(key)));

export const offlineKeys = async (room: OfflineStore): Promise<readonly IDBValidKey[]> =>
  (await attempt(inside(room, 'readonly', (store) => store.getAllKeys()))) ?? [];

/** All keys that begin so. */
export const keysStartingWith = (start: string): IDBKeyRange => IDBKeyRange.bound(start, `${start}\uffff`);
