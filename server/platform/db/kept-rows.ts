import { LRUCache } from 'lru-cache';

type Row = Record<string, unknown>;

/** Keeps rows of earlier reads while the version of the data stays the same. Any commit empties it. */
export const createKeptRows = (findVersion: () => string) => {
  const kept = new LRUCache<string, Row[]>({ max: 1_000 });
  let version = '';
  return (key: string, read: () => Row[]): Row[] => {
    // Before the read: rows that are newer than the version are dropped too early, never too late.
    const current = findVersion();
    if (current !== version) kept.clear();
    version = current;
    const known = kept.get(key);
    if (known) return known;
    const rows = read();
    // Unknown keys are not kept, or anybody could fill the map.
    if (rows.length > 0) kept.set(key, rows);
    return rows;
  };
};
