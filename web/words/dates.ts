import { dayMonthYear, daysBetween, form } from './time.ts';
import { words } from './words.ts';

// The forms of times that the first screen does not show.

const monthYear = form({ month: 'long', year: 'numeric' });
const long = form({ dateStyle: 'long' });
const dayTime = form({ dateStyle: 'medium', timeStyle: 'short' });
const hourMinute = form({ timeStyle: 'short' });

/** A day in full: '18 November 2026'. */
export const fullDate = (iso: string): string => long(Date.parse(iso));

/** A month with its year: 'March 2026'. */
export const month = (iso: string): string => monthYear(Date.parse(iso));

/** A date with its year: '12 Mar 2026'. */
export const date = (iso: string): string => dayMonthYear(Date.parse(iso));

/** Day and time to the minute: '12 Mar 2026, 09:14'. */
export const short = (iso: string): string => dayTime(Date.parse(iso));

/** The time of today, or the date before: '14:05', '12 Mar 2026'. */
export const timeOrDate = (then: number): string =>
  (daysBetween(then, Date.now()) === 0 ? hourMinute : dayMonthYear)(then);

/** When it was, as in a sentence: 'at 14:05' today, 'on 12 Mar 2026, 14:05' before. */
export const clock = (then: number, now: number = Date.now()): string =>
  daysBetween(then, now) === 0
    ? words.time.at({ clock: hourMinute(then) })
    : words.time.on({ day: dayTime(then) });

const minute = 60_000;
const hour = 60 * minute;
const relative = new Intl.RelativeTimeFormat(words.locale, { numeric: 'auto', style: 'short' });

/** How long ago, within a sentence: 'now', '4 min ago', '2 hr ago', 'yesterday', '3 days ago', 'on 12 Mar 2026'. */
export const since = (iso: string, now: number = Date.now()): string => {
  const then = Date.parse(iso);
  const passed = Math.max(0, now - then);
  if (passed < minute) return relative.format(0, 'second');
  if (passed < hour) return relative.format(-Math.floor(passed / minute), 'minute');
  // Days are counted by midnights, as in the short form.
  const days = daysBetween(then, now);
  if (days === 0) return relative.format(-Math.floor(passed / hour), 'hour');
  return days < 7 ? relative.format(-days, 'day') : words.time.on({ day: date(iso) });
};
