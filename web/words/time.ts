import { words } from './words.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

let wanted: string | null = null;
let zone: { timeZone?: string } = {};

/** Sets the time zone of all times: the member's. Without one, times are in the browser's zone. */
export const setTimeZone = (timeZone: string | null = null): void => {
  if (timeZone === wanted) return;
  wanted = timeZone;
  try {
    zone = timeZone === null ? {} : { timeZone };
    Intl.DateTimeFormat('en', zone);
  } catch {
    // This browser does not know the zone.
    zone = {};
  }
};

/** Writes times in one form. Making such a form takes a millisecond, so each is made when it is first needed. */
export const form = (
  options: Intl.DateTimeFormatOptions,
  locale = words.locale,
): ((time: number) => string) => {
  let made: Intl.DateTimeFormat | null = null;
  let madeFor = zone;
  return (time) => {
    if (!made || madeFor !== zone)
      made = new Intl.DateTimeFormat(locale, { ...options, ...(madeFor = zone) });
    return made.format(time);
  };
};

const weekday = form({ weekday: 'short' });
const dayMonth = form({ day: 'numeric', month: 'short' });
/** A date with its year. */
export const dayMonthYear = form({ day: 'numeric', month: 'short', year: 'numeric' });
const full = form({ dateStyle: 'full', timeStyle: 'short' });
/** Swedish dates are ISO dates: '2026-11-21'. */
const isoDay = form({ dateStyle: 'short' }, 'sv');

/** How many midnights lie between two times. Summer time makes some days 23 hours long. */
export const daysBetween = (then: number, now: number): number =>
  (Date.parse(isoDay(now)) - Date.parse(isoDay(then))) / day;

const capitalised = (text: string): string => text.charAt(0).toLocaleUpperCase(words.locale) + text.slice(1);

/** How long ago, in a few letters: 'Just now', '4 min', '2 h', 'Yesterday', 'Sat', '12 Mar', '12 Mar 2025'. */
export const ago = (iso: string, now: number = Date.now()): string => {
  const then = Date.parse(iso);
  const passed = Math.max(0, now - then);
  if (passed < minute) return words.time.now;
  if (passed < hour) return words.time.minutes({ count: Math.floor(passed / minute) });
  // Days are counted by midnights, so that last night is yesterday.
  const days = daysBetween(then, now);
  if (days === 0) return words.time.hours({ count: Math.floor(passed / hour) });
  if (days === 1)
    return capitalised(new Intl.RelativeTimeFormat(words.locale, { numeric: 'auto' }).format(-1, 'day'));
  if (days < 7) return weekday(then);
  const sameYear = isoDay(then).slice(0, 4) === isoDay(now).slice(0, 4);
  return (sameYear ? dayMonth : dayMonthYear)(then);
};

/** The whole date and time, for the title of a short form. */
export const fullTime = (iso: string): string => full(Date.parse(iso));
