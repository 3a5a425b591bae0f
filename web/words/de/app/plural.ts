const rules = /* @__PURE__ */ new Intl.PluralRules('de');
const numbers = /* @__PURE__ */ new Intl.NumberFormat('de');

/** A number alone: `1.204`. */
export const numbered = (count: number): string => numbers.format(count);

/** The right form of a noun for a number that stands apart from it. */
export const nounFor = (count: number, one: string, other: string): string =>
  rules.select(count) === 'one' ? one : other;

/** A number with the right form of its noun: `3 Mitglieder`. */
export const counted = (count: number, one: string, other: string): string =>
  `${numbered(count)} ${nounFor(count, one, other)}`;
