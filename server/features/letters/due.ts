/** A member's hour of letters, 0 to 23, in their time zone (an IANA name). */
export interface LetterHour {
  readonly hour: number;
  readonly timeZone: string;
}

const day = 24 * 60 * 60_000;
const maxFormats = 1_000;
const formats = new Map<string, Intl.DateTimeFormat>();

// A zone that this version of ICU does not know counts as UTC: it must not stop the letters of others.
const knownZone = (timeZone: string): string => {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone;
  } catch (error) {
    if (error instanceof RangeError) return 'UTC';
    throw error;
  }
};

// Building a format takes longer than using it a hundred times.
const formatIn = (timeZone: string): Intl.DateTimeFormat => {
  const kept = formats.get(timeZone);
  if (kept) return kept;
  // A name has many spellings.
  if (formats.size >= maxFormats) formats.clear();
  const made = new Intl.DateTimeFormat('en-US', {
    calendar: 'iso8601',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZone: knownZone(timeZone),
  });
  formats.set(timeZone, made);
  return made;
};

/** The local time at an instant (epoch ms), as the epoch ms at which UTC shows the same time. */
const wallClock = (at: number, timeZone: string): number => {
  const parts = new Map(
    formatIn(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
};

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
