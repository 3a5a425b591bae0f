import { type LetterAlbumRow, letterAlbumKeys, letterAlbums, namedAdders } from './select-albums.ts';
import { readPerson } from '../../access/show/present.ts';
import type { StatementRunner } from '../../platform/db/database.ts';
import { personName, type Reader, weekdayAndTimeFor, wordsFor } from '../../words/reader.ts';
import type { LetterMoment } from './layout.ts';

/** Albums with later photos by key. */
export type LaterPhotos = ReadonlyMap<number, LetterAlbumRow>;

/** The later photos of these albums, at most 20, as the reader sees them. */
export const findLaterPhotos = async (
  db: StatementRunner,
  { user_id: reader, to_addition_id: until }: { user_id: number; to_addition_id: number },
  albums: readonly number[],
): Promise<LaterPhotos> => {
  if (albums.length === 0) return new Map();
  const rows = await db.run(letterAlbums, { reader, until, ...letterAlbumKeys(albums) });
  return new Map(rows.map((row) => [row.id, row]));
};

const readAdders = (adders: string): string[] => {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- `letterAlbums` wrote the text
  const people = JSON.parse(adders) as (string | object)[];
  // PostgreSQL nests the objects, SQLite their texts.
  return people.map((person) => (typeof person === 'string' ? person : JSON.stringify(person)));
};

/** The later photos of an album in a letter, without address and pictures. */
export const laterMoment = (
  row: LetterAlbumRow,
  reader: Reader,
): Omit<LetterMoment, 'url' | 'content'> & { words: string | null } => {
  const words = wordsFor(reader);
  const names = readAdders(row.adders).map((person) => personName(words, readPerson(person)));
  const others = Math.max(0, row.adders_count - namedAdders);
  const counts = { photos: row.photos - row.videos, videos: row.videos };
  const listed = others > 0 ? [...names, words.letters.others({ count: others })] : names;
  return {
    author: new Intl.ListFormat(words.locale).format(listed),
    when: weekdayAndTimeFor(reader, new Date(row.added_at)),
    ...counts,
    later: { names, others },
    words: row.title === null ? null : words.letters.newPhotos({ ...counts, album: row.title }),
  };
};
