import { words } from './words.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const weekday = new Intl.DateTimeFormat(words.locale, { weekday: 'short' });
const dayMonth = new Intl.DateTimeFormat(words.locale, { day: 'numeric', month: 'short' });
const dayMonthYear = new Intl.DateTimeFormat(words.locale, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const monthYear = new Intl.DateTimeFormat(words.locale, { month: 'long', year: 'numeric' });
const long = new Intl.DateTimeFormat(words.locale, { dateStyle: 'long' });
const full = new Intl.DateTimeFormat(words.locale, { dateStyle: 'full', timeStyle: 'short' });
const dayTime = new Intl.DateTimeFormat(words.locale, { dateStyle: 'medium', timeStyle: 'short' });
const hourMinute = new Intl.DateTimeFormat(words.locale, { timeStyle: 'short' });
const relative = new Intl.RelativeTimeFormat(words.locale, { numeric: 'auto' });

const midnight = (time: number): number => new Date(time).setHours(0, 0, 0, 0);

const capitalised = (text: string): string => text.charAt(0).toLocaleUpperCase(words.locale) + text.slice(1);

/** How long ago, in a few letters: 'Just now', '4 min', '2 h', 'Yesterday', 'Sat', '12 Mar', '12 Mar 2025'. */
export const ago = (iso: string, now: number = Date.now()): string => {
  const then = Date.parse(iso);
  const passed = Math.max(0, now - then);
  if (passed < minute) return words.time.now;
  if (passed < hour) return words.time.minutes(Math.floor(passed / minute));
  // Days are counted by midnights, so that last night is yesterday; summer time makes some of them 23 hours long.
  const days = Math.round((midnight(now) - midnight(then)) / day);
  if (days === 0) return words.time.hours(Math.floor(passed / hour));
  if (days === 1) return capitalised(relative.format(-1, 'day'));
  if (days < 7) return weekday.format(then);
  const sameYear = new Date(then).getFullYear() === new Date(now).getFullYear();
  return (sameYear ? dayMonth : dayMonthYear).format(then);
};

/** A day in full: '18 November 2026'. */
export const fullDate = (iso: string): string => long.format(Date.parse(iso));

/** The whole date and time, for the title of a short form. */
export const fullTime = (iso: string): string => full.format(Date.parse(iso));

/** A month with its year: 'March 2026'. */
export const month = (iso: string): string => monthYear.format(Date.parse(iso));

/** A date with its year: '12 Mar 2026'. */
export const date = (iso: string): string => dayMonthYear.format(Date.parse(iso));

/** Day and time to the minute: '12 Mar 2026, 09:14'. */
export const short = (iso: string): string => dayTime.format(Date.parse(iso));

/** When it was, as in a sentence: 'at 14:05' today, 'on 12 Mar 2026, 14:05' before. */
export const clock = (then: number, now: number = Date.now()): string =>
  midnight(then) === midnight(now)
    ? words.time.at(hourMinute.format(then))
    : words.time.on(dayTime.format(then));
