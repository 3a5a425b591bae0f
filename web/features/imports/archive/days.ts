import { isTakenDay } from '../../../../contract/text/taken-day.ts';

const dayMs = 24 * 60 * 60_000;
/** Where the clock of videos begins, and that of archives, in seconds since 1970. Times around them are unknown. */
const zeros = [-2_082_844_800, 0];

/** The day of a moment in seconds since 1970, in the time zone of this device; null if it cannot be true. */
export const dayOfSeconds = (seconds: unknown): string | null => {
  const number = typeof seconds === 'string' ? Number(seconds) : seconds;
  if (typeof number !== 'number' || !Number.isFinite(number)) return null;
  if (zeros.some((zero) => Math.abs(number - zero) * 1_000 <= dayMs)) return null;
  const day = new Date(number * 1_000).toLocaleDateString('sv');
  return isTakenDay(day) ? day : null;
};

/** The day of a time such as `2019-07-14T10:00:00.000Z`. */
export const dayOfTime = (time: unknown): string | null =>
  typeof time === 'string' ? dayOfSeconds(Date.parse(time) / 1_000) : null;

/** The day in a file's name, such as `IMG_20190714_101500.jpg` or `photo-2019-07-14.jpg`. */
export const dayOfName = (name: string): string | null => {
  const [, year, month, date] = /(?<!\d)((?:19|20)\d\d)[-_.]?(\d\d)[-_.]?(\d\d)(?!\d)/.exec(name) ?? [];
  const day = `${year}-${month}-${date}`;
  return isTakenDay(day) ? day : null;
};

/**
 * The better of two days: an archive knows the time of day in UTC and corrections by its owner, the photo's file the day on
 * the spot. Where they differ by one day, the time zone is the reason.
 */
export const betterDay = (ofArchive: string | null, ofFile: string | null): string | null => {
  if (ofArchive === null || ofFile === null) return ofArchive ?? ofFile;
  return Math.abs(Date.parse(ofArchive) - Date.parse(ofFile)) <= dayMs ? ofFile : ofArchive;
};
