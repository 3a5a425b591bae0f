/** '2019–2026', or the one year. */
export const yearsBetween = (first: number, last: number): string =>
  first === last ? String(first) : `${first}–${last}`;

/** The years of an album's photos; null for an album without photos. */
export const yearsOf = ({ from, to }: { from: string | null; to: string | null }): string | null =>
  from === null || to === null ? null : yearsBetween(Number(from.slice(0, 4)), Number(to.slice(0, 4)));
