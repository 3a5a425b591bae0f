import type { Language, Person } from '../../contract/shapes.ts';
import { shortTime } from '../../contract/text/short-time.ts';
import { languageOr, type Words, wordsIn } from './words.ts';

/** The member who reads a text: their language, and the time zone of the dates in it. */
export interface Reader {
  readonly language: Language;
  readonly timeZone: string;
}

/** The columns of a member's language and time zone. */
export interface ReaderRow {
  language: string | null;
  time_zone: string | null;
}

export const readerOf = (row: ReaderRow): Reader => ({
  language: languageOr(row.language),
  timeZone: row.time_zone ?? 'UTC',
});

export const wordsFor = ({ language }: Reader): Words => wordsIn(language);

/** A day: '12 March 2026'. */
export const dayFor = ({ language, timeZone }: Reader, at: Date): string =>
  new Intl.DateTimeFormat(wordsIn(language).locale, { dateStyle: 'long', timeZone }).format(at);

/** The day of the week and the time, with the date: 'Saturday, 12 March at 14:05'. */
export const weekdayAndTimeFor = ({ language, timeZone }: Reader, at: Date): string =>
  new Intl.DateTimeFormat(wordsIn(language).locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  }).format(at);

/** Day and time with the name of the zone: '12 March 2026 at 14:05 GMT+13'. */
export const timeFor = ({ language, timeZone }: Reader, at: Date): string =>
  new Intl.DateTimeFormat(wordsIn(language).locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(at);

/** The display name of a person: first and last name, else the username. */
export const personName = (
  words: Words,
  { firstName, lastName, username }: Pick<Person, 'firstName' | 'lastName' | 'username'>,
): string => `${firstName} ${lastName}`.trim() || username || words.someone;

/** Stands for a voice without words; empty for none. */
export const voiceLine = ({ letters }: Words, voice: { seconds: number } | null): string =>
  voice ? letters.voice({ length: shortTime(voice.seconds) }) : '';
