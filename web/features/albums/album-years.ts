/** The years of an album's photos: '2019–2026'; null for an album without photos. */
export const yearsOf = ({ from, to }: { from: string | null; to: string | null }): string | null => {
  if (from === null || to === null) return null;
  const [first, last] = [from.slice(0, 4), to.slice(0, 4)];
  return first === last ? first : `${first}–${last}`;
};
