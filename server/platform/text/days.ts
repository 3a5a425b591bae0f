/** Days between 0001-01-01 and 1970-01-01. */
const daysBefore1970 = 719_162;
const dayMs = 24 * 60 * 60_000;

/** The number of the day (UTC) of a time in epoch ms, counted from 0001-01-01. */
export const dayNumberAt = (epochMs: number): number => Math.floor(epochMs / dayMs) + daysBefore1970;

/** A day's number as `YYYY-MM-DD`. */
export const dayText = (number: number): string =>
  new Date((number - daysBefore1970) * dayMs).toISOString().slice(0, 10);

/** The number of a day `YYYY-MM-DD`. */
export const dayNumber = (text: string): number => dayNumberAt(Date.parse(`${text}T00:00:00Z`));

export const dayNumberOrNull = (text: string | null): number | null =>
  text === null ? null : dayNumber(text);

export const dayOrNull = (number: number | null): string | null => (number === null ? null : dayText(number));

/** Making one takes longer than formatting a hundred times. */
const formats = new Map<string, Intl.DateTimeFormat>();
const mostFormats = 100;

/** Formats a time as `YYYY-MM-DD HH:MM:SS`: Swedish dates are ISO dates. */
const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone);
  if (known) return known;
  if (formats.size === mostFormats) formats.clear();
  const made = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'medium', timeZone });
  formats.set(timeZone, made);
  return made;
};

/** The day at a time (epoch ms) in a time zone, `YYYY-MM-DD`. */
export const dayIn = (timeZone: string, epochMs: number): string =>
  formatOf(timeZone).format(epochMs).slice(0, 10);

/** The time (epoch ms) at which a day begins in a time zone. */
export const startOfDay = (timeZone: string, day: string): number => {
  const format = formatOf(timeZone);
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // The offset at midnight, and again at the time found by it: summer time may begin in between.
  const offsetAt = (at: number) => Date.parse(`${format.format(at).replace(' ', 'T')}Z`) - at;
  return midnight - offsetAt(midnight - offsetAt(midnight));
};
