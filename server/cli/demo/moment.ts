import { isCircleName, type CircleName } from './circles.ts';
import { isPersonName, type PersonName } from './people.ts';
import { type Film, isFilm, isLook, isPicture, type Look, type Picture } from './pictures.ts';
import { isSound, type Sound } from './sounds.ts';

/** A picture as it was drawn, with another look, such as 'lake old', or as a film: 'kite film'. */
export type DemoPhoto = Picture | `${Picture} ${Look}` | `${Film} film`;

/** A comment or a like on a moment. Without a time it comes some while after the previous one. */
export interface Reply {
  by: PersonName;
  /** Epoch milliseconds. */
  at: number | null;
  /** Null for a like. */
  text: string | null;
  /** The place of the photo that it is about, from 1; null for the whole moment. */
  on: number | null;
}

export interface DemoMoment {
  by: PersonName;
  /** Epoch milliseconds. */
  at: number;
  to: readonly (CircleName | 'contacts')[];
  text: string;
  photos: readonly DemoPhoto[];
  voice: Sound | null;
  /** How many people like it; who, is drawn from those who see it. */
  likes: number;
  replies: readonly Reply[];
}

const minute = 60_000;
const hour = 60 * minute;

/**
 * When, seen from `now`: '25m' or '2h' ago, or '3d 18:20', three days ago at that time of the day.
 * @returns epoch milliseconds
 */
const timeOf = (ago: string, now: number): number => {
  const [, minutes, hours, days, clockHour, clockMinute] =
    /^(?:(\d+)m|(\d+)h|([1-9]\d*)d (\d\d):(\d\d))$/.exec(ago) ?? [];
  if (minutes !== undefined) return now - Number(minutes) * minute;
  if (hours !== undefined) return now - Number(hours) * hour;
  if (days === undefined) throw new Error(`'${ago}' is no time`);
  const day = new Date(now);
  day.setDate(day.getDate() - Number(days));
  day.setHours(Number(clockHour), Number(clockMinute), 0, 0);
  return day.getTime();
};

const words = (list: string | undefined): string[] => (list ? list.split(/,\s*/) : []);

const named = <T extends string>(word: string, is: (word: string) => word is T): T => {
  if (!is(word)) throw new Error(`'${word}' is not known`);
  return word;
};

const photoOf = (word: string): DemoPhoto => {
  const [picture = '', look] = word.split(' ');
  if (look === 'film') return `${named(picture, isFilm)} film`;
  const drawn = named(picture, isPicture);
  return look === undefined ? drawn : `${drawn} ${named(look, isLook)}`;
};

const isAudience = (word: string): word is CircleName | 'contacts' =>
  word === 'contacts' || isCircleName(word);

const replyOf = (line: string, now: number): Reply => {
  const [, by = '', on, ago, text, like] =
    /^ {2}(\w+)(?: on (\d))?(?: (\d+[mh]|\d+d \d\d:\d\d))?(?:: (.+)| (♥))$/.exec(line) ?? [];
  if (text === undefined && like === undefined) throw new Error('this is no comment');
  return {
    by: named(by, isPersonName),
    at: ago === undefined ? null : timeOf(ago, now),
    text: text ?? null,
    on: on === undefined ? null : Number(on),
  };
};

const momentOf = (block: string, circle: CircleName | null, now: number): DemoMoment => {
  const lines = block.split('\n');
  const [head = '', ...rest] = lines;
  const [, by = '', ago = '', to, photos, voice, likes] =
    /^(\w+) (\d+[mh]|\d+d \d\d:\d\d)(?: > ([\w, ]+))?(?: \[([\w, ]+)\])?(?: ~(\w+))?(?: \+(\d+))?$/.exec(
      head,
    ) ?? [];
  const audience = to === undefined ? circle : null;
  return {
    by: named(by, isPersonName),
    at: timeOf(ago, now),
    to: audience ? [audience] : words(to).map((word) => named(word, isAudience)),
    text: rest.filter((line) => !line.startsWith('  ')).join('\n'),
    photos: words(photos).map(photoOf),
    voice: voice === undefined ? null : named(voice, isSound),
    likes: Number(likes ?? 0),
    replies: rest.filter((line) => line.startsWith('  ')).map((line) => replyOf(line, now)),
  };
};

/**
 * Reads moments as they are written down in `moments/`, with an empty line between them:
 *
 *     ruth 2h > family [lemons, bread close] +5
 *     What she says, on one line or several.
 *       teo 1h: What he answers, an hour ago.
 *       ines: What she answers, some time later.
 *       paulo 4m ♥
 *       helena on 2: What she says of the second photo.
 *
 * `~sea` before the likes makes it a voice.
 *
 * @param circle where they are shared when they do not say
 * @param now epoch milliseconds
 * @throws Error with the moment that is not understood, and why
 */
export const readMoments = (script: string, circle: CircleName | null, now: number): DemoMoment[] =>
  script
    .trim()
    .split(/\n{2,}/)
    .map((block) => {
      try {
        return momentOf(block, circle, now);
      } catch (error) {
        throw new Error(`This moment is not understood:\n${block}`, { cause: error });
      }
    });
