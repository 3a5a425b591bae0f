type Row = Record<string, unknown>;

const maxKept = 1_000;

/** Keeps rows of earlier reads while the version of the data stays the same. Any commit empties it. */
export const createKeptRows = (findVersion: () => string) => {
  const kept = new Map<string, Row[]>();
  let version = '';
  return (key: string, read: () => Row[]): Row[] => {
    // Before the read: rows that are newer than the version are dropped too early, never too late.
    const current = findVersion();
    if (current !== version || kept.size >= maxKept) kept.clear();
    version = current;
    const known = kept.get(key);
    if (known) return known;
    const rows = read();
    // Unknown keys are not kept, or anybody could fill the map.
    if (rows.length > 0) kept.set(key, rows);
    return rows;
  };
};
