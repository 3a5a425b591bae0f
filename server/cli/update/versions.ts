/** `v1.2.3` or `1.2.3`; releases that are being tried out (`v2.0.0-beta`) are no versions to update to. */
const pattern = /^v?(\d{1,9})\.(\d{1,9})\.(\d{1,9})$/;

const partsOf = (tag: string): number[] | null => pattern.exec(tag)?.slice(1).map(Number) ?? null;

/** Whether a version comes after another. */
export const isNewer = (one: string, other: string): boolean => {
  const [a, b] = [partsOf(one), partsOf(other)];
  if (!a || !b) return a !== null;
  const at = a.findIndex((part, index) => part !== b[index]);
  return at !== -1 && (a[at] ?? 0) > (b[at] ?? 0);
};

/** The newest of some tags that name versions; null where none does. */
export const newestOf = (tags: readonly string[]): string | null =>
  tags.reduce<string | null>((newest, tag) => {
    if (!partsOf(tag)) return newest;
    return newest === null || isNewer(tag, newest) ? tag : newest;
  }, null);
