// Places on the rail of years. Every year takes the same part of it, newest first.

const month = (year: number, number: number): string =>
  `${String(year).padStart(4, '0')}-${String(number).padStart(2, '0')}`;

const clamp = (value: number, highest: number): number => Math.min(highest, Math.max(0, value));

/** The month, `YYYY-MM`, at a part (0 to 1) of the rail. */
export const monthAt = (years: readonly number[], part: number): string => {
  const place = clamp(part, 0.9999) * years.length;
  const index = Math.floor(place);
  return month(years[index] ?? 1, 12 - Math.floor((place - index) * 12));
};

/** The part of the rail (0 to 1) at which a month is. A year without photos is at the next one that has some. */
export const partOf = (years: readonly number[], wanted: string): number => {
  const [year = 0, number = 1] = wanted.split('-').map(Number);
  const index = years.findIndex((one) => one <= year);
  if (index < 0) return 1;
  const within = years[index] === year ? (12 - number + 0.5) / 12 : 0;
  return (index + within) / years.length;
};

const yearsOf: Readonly<Record<string, number>> = {
  ArrowUp: -1,
  ArrowRight: -1,
  ArrowDown: 1,
  ArrowLeft: 1,
  PageUp: -5,
  PageDown: 5,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** The month to which a key leads: the last one of another year; null for other keys. */
export const stepBy = (years: readonly number[], from: string, key: string): string | null => {
  const step = yearsOf[key];
  if (step === undefined) return null;
  const year = Number(from.slice(0, 4));
  const at = years.findIndex((one) => one <= year);
  const index = clamp((at < 0 ? years.length - 1 : at) + step, years.length - 1);
  return month(years[index] ?? year, 12);
};
