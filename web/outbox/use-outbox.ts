import { useEffect, useState, useSyncExternalStore } from 'react';
import { isLost, watchLost } from './back-off.ts';
import type { Item } from './item.ts';
import { allItems, isOpenFor, itemsIn, openOutbox, watchOutbox } from './outbox.ts';
import { progressOf, watchProgress } from './progress.ts';
import { fileOf } from './stored-items.ts';

const none: readonly Item[] = [];

/** The items of one place of this member, in order. */
export const useItems = (userId: string, place: string): readonly Item[] => {
  useEffect(() => void openOutbox(userId), [userId]);
  return useSyncExternalStore(watchOutbox, () => (isOpenFor(userId) ? itemsIn(place) : none));
};

/** All items of this member, in order. */
export const useOutbox = (userId: string): readonly Item[] => {
  useEffect(() => void openOutbox(userId), [userId]);
  return useSyncExternalStore(watchOutbox, () => (isOpenFor(userId) ? allItems() : none));
};

const watchConnection = (watcher: () => void) => {
  const stop = watchLost(watcher);
  addEventListener('online', watcher);
  addEventListener('offline', watcher);
  return () => {
    stop();
    removeEventListener('online', watcher);
    removeEventListener('offline', watcher);
  };
};

/** Whether requests get no answer. */
export const useLost = (): boolean => useSyncExternalStore(watchConnection, isLost);

/** How far these items are together, 0 to 1. */
export const usePart = (items: readonly Item[]): number =>
  useSyncExternalStore(watchProgress, () => partOf(items));

const partOf = (items: readonly Item[]): number =>
  items.length === 0
    ? 1
    : items.reduce((sum, { id, state }) => sum + (state === 'arrived' ? 1 : progressOf(id)), 0) /
      items.length;

type WithFile = Pick<Item, 'owner' | 'id'> & { state?: Item['state'] };

/** An item's file; null until it is read, and where there is none. */
export const useFile = (item: WithFile | undefined): Blob | null => {
  const [found, setFound] = useState<{ id: string; file: Blob } | null>(null);
  const id = item?.id;
  const owner = item?.owner;
  const isReading = item?.state === 'reading';
  useEffect(() => {
    if (isReading || id === undefined || owner === undefined) return;
    let isWanted = true;
    void fileOf({ id, owner }).then((file) => {
      if (file && isWanted) setFound({ id, file });
    });
    return () => {
      isWanted = false;
    };
  }, [id, owner, isReading]);
  return found !== null && found.id === id ? found.file : null;
};

/** An object URL of an item's file; null until it is read, and where there is none. */
export const useFileUrl = (item: WithFile | undefined): string | null => {
  const file = useFile(item);
  const [made, setMade] = useState<{ file: Blob; url: string } | null>(null);
  useEffect(() => {
    if (!file) return;
    const url = URL.createObjectURL(file);
    // oxlint-disable-next-line react/set-state-in-effect -- this effect revokes the URL
    setMade({ file, url });
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return made !== null && made.file === file ? made.url : null;
};
