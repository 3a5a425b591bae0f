import { LRUCache } from 'lru-cache';

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

/** A name of a zone has many spellings. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 1_000 });

// A zone that this version of ICU does not know counts as UTC: it must not stop the letters of others.
const knownZone = (timeZone: string): string => {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone;
  } catch (error) {
    if (error instanceof RangeError) return 'UTC';
    throw error;
  }
};

// Building a format takes longer than using it a hundred times. It writes `YYYY-MM-DD HH:MM:SS`, as Swedes do.
const formatIn = (timeZone: string): Intl.DateTimeFormat => {
  const kept = formats.get(timeZone);
  if (kept) return kept;
  const made = new Intl.DateTimeFormat('sv', {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone: knownZone(timeZone),
  });
  formats.set(timeZone, made);
  return made;
};

/** The local time at an instant (epoch ms), in whole seconds, as the epoch ms at which UTC shows the same time. */
export const wallClock = (at: number, timeZone: string): number =>
  Date.parse(`${formatIn(timeZone).format(at).replace(' ', 'T')}Z`);

/** The day at a time (epoch ms) in a time zone, `YYYY-MM-DD`. */
export const dayIn = (timeZone: string, epochMs: number): string =>
  formatIn(timeZone).format(epochMs).slice(0, 10);

/** The time (epoch ms) at which a day begins in a time zone. */
export const startOfDay = (timeZone: string, day: string): number => {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // The offset at midnight, and again at the time found by it: summer time may begin in between.
  const offsetAt = (at: number) => wallClock(at, timeZone) - at;
  return midnight - offsetAt(midnight - offsetAt(midnight));
};
