import { date } from './dates.ts';
import { daysBetween } from './time.ts';
import { words } from './words.ts';

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
