import { createWatchers } from '../data/watchers.ts';

/** How far requests of this tab are, 0 to 1, by item. */
const parts = new Map<string, number>();
const { watch, notify } = createWatchers();
export { watch as watchProgress };

export const showProgress = (id: string, part: number | null): void => {
  if (part === null) parts.delete(id);
  else parts.set(id, part);
  notify();
};

export const progressOf = (id: string): number => parts.get(id) ?? 0;
