import { wallClock } from '../../platform/text/days.ts';

/** A member's hour of letters, 0 to 23, in their time zone (an IANA name). */
export interface LetterHour {
  readonly hour: number;
  readonly timeZone: string;
}

const day = 24 * 60 * 60_000;

/** The instant (epoch ms) at which the local clock shows `wall`; an hour later where the clock skips it. */
const instantOf = (wall: number, timeZone: string): number => {
  const offsetAt = (at: number) => wallClock(at, timeZone) - Math.floor(at / 1_000) * 1_000;
  const first = wall - offsetAt(wall);
  const second = wall - offsetAt(first);
  return wallClock(second, timeZone) === wall ? second : Math.max(first, second);
};

/** The next time (epoch ms) after `after` at which the member's hour begins: once on every day of their calendar. */
export const nextLetterTime = (after: number, { hour, timeZone }: LetterHour): number => {
  const today = Math.floor(wallClock(after, timeZone) / day) * day;
  for (let days = 0; ; days++) {
    const at = instantOf(today + days * day + hour * 60 * 60_000, timeZone);
    if (at > after) return at;
  }
};

/** Whether it is Sunday in the time zone at an instant (epoch ms). */
export const isSundayAt = (at: number, timeZone: string): boolean =>
  new Date(wallClock(at, timeZone)).getUTCDay() === 0;

/** Whether the member's hour began on a Sunday between two moments (epoch ms), the first of which is such a beginning. */
export const isSundayBetween = (from: number, until: number, hour: LetterHour): boolean => {
  // A week has seven of them.
  for (let at = from, days = 0; at <= until && days < 8; at = nextLetterTime(at, hour), days++)
    if (isSundayAt(at, hour.timeZone)) return true;
  return false;
};
