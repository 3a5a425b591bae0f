import { words } from './words.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Writes a day `YYYY-MM-DD`, which is the same in every time zone. */
const writeDay = (day: string, options: Intl.DateTimeFormatOptions): string => {
  const key = JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(words.locale, { ...options, timeZone: 'UTC' });
  formats.set(key, format);
  return format.format(Date.parse(`${day}T00:00:00Z`));
};

/** '3 May 2019' */
export const longDay = (day: string): string => writeDay(day, { dateStyle: 'long' });

/** 'May 2019', of a month `YYYY-MM`. */
export const monthYear = (month: string): string =>
  writeDay(`${month}-01`, { month: 'long', year: 'numeric' });

/** '3 May', of a day `MM-DD`. */
export const dayMonth = (day: string): string => writeDay(`2024-${day}`, { day: 'numeric', month: 'long' });
