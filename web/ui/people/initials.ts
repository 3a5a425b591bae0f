/** The first letters of the first and the last word of a name, upper-cased; empty for an empty name. */
export const initials = (name: string): string => {
  const parts = name.split(/\s+/u).filter((part) => /[\p{L}\p{N}]/u.test(part));
  const first = parts.at(0);
  const last = parts.length > 1 ? parts.at(-1) : undefined;
  return [first, last]
    .map((part) => part?.match(/[\p{L}\p{N}]/u)?.[0] ?? '')
    .join('')
    .toLocaleUpperCase();
};
