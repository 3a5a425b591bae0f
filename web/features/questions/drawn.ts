/** The sentences in an order drawn by lot. */
export const drawn = (sentences: readonly string[]): string[] =>
  sentences
    .map((sentence) => ({ sentence, lot: Math.random() }))
    .toSorted((one, other) => one.lot - other.lot)
    .map(({ sentence }) => sentence);
