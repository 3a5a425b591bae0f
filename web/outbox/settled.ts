import { isLost, noteAnswer, watchLost } from './back-off.ts';
import type { Item } from './item.ts';
import { itemOf, watchOutbox } from './outbox.ts';

/**
 * Resolves when an item has arrived or was refused, with it as it is then; with null when it was deleted, paused, or waits
 * for a connection.
 */
export const settled = (id: string): Promise<Item | null> => {
  // Its member waits for it: it is tried now, also if nothing got an answer before.
  noteAnswer();
  return new Promise((resolve) => {
    const look = () => {
      const item = itemOf(id);
      const isOpen = item?.state === 'waiting' || item?.state === 'reading';
      if (isOpen && !isLost()) return;
      stop();
      resolve(isOpen ? null : (item ?? null));
    };
    const stops = [watchOutbox(look), watchLost(look)];
    addEventListener('offline', look);
    const stop = () => {
      for (const one of stops) one();
      removeEventListener('offline', look);
    };
    look();
  });
};
