import { words } from '../../words/words.ts';

const dollars = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const;
const whole = new Intl.NumberFormat(words.locale, {
  ...dollars,
  maximumFractionDigits: 0,
});
const exact = new Intl.NumberFormat(words.locale, dollars);

/** Formats cents for people: '$5', '$7.50'. */
export const money = (cents: number): string => (cents % 100 === 0 ? whole : exact).format(cents / 100);

export type PlanName = keyof typeof words.payments.plans;

export const planNames: readonly PlanName[] = ['basic', 'premium'];
