import { words } from './words.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Writes times in one form. Making such a form takes a millisecond, so each is made when it is first needed. */
const form = (options: Intl.DateTimeFormatOptions): ((time: number) => string) => {
  let made: Intl.DateTimeFormat | null = null;
  return (time) => (made ??= new Intl.DateTimeFormat(words.locale, options)).format(time);
};

const weekday = form({ weekday: 'short' });
const dayMonth = form({ day: 'numeric', month: 'short' });
const dayMonthYear = form({ day: 'numeric', month: 'short', year: 'numeric' });
const monthYear = form({ month: 'long', year: 'numeric' });
const long = form({ dateStyle: 'long' });
const full = form({ dateStyle: 'full', timeStyle: 'short' });
const dayTime = form({ dateStyle: 'medium', timeStyle: 'short' });
const hourMinute = form({ timeStyle: 'short' });

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
  if (days === 1)
    return capitalised(new Intl.RelativeTimeFormat(words.locale, { numeric: 'auto' }).format(-1, 'day'));
  if (days < 7) return weekday(then);
  const sameYear = new Date(then).getFullYear() === new Date(now).getFullYear();
  return (sameYear ? dayMonth : dayMonthYear)(then);
};

/** A day in full: '18 November 2026'. */
export const fullDate = (iso: string): string => long(Date.parse(iso));

/** The whole date and time, for the title of a short form. */
export const fullTime = (iso: string): string => full(Date.parse(iso));

/** A month with its year: 'March 2026'. */
export const month = (iso: string): string => monthYear(Date.parse(iso));

/** A date with its year: '12 Mar 2026'. */
export const date = (iso: string): string => dayMonthYear(Date.parse(iso));

/** Day and time to the minute: '12 Mar 2026, 09:14'. */
export const short = (iso: string): string => dayTime(Date.parse(iso));

/** When it was, as in a sentence: 'at 14:05' today, 'on 12 Mar 2026, 14:05' before. */
export const clock = (then: number, now: number = Date.now()): string =>
  midnight(then) === midnight(now) ? words.time.at(hourMinute(then)) : words.time.on(dayTime(then));
