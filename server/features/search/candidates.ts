import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { listedKeys } from '../../platform/db/listed-keys.ts';
import type { Wanted } from './terms.ts';

/** Where the index looks: posts with keys from `from` up to and without `before`, the newest first. */
export interface Range {
  from: number;
  before: number;
  limit: number;
  /** Only moments with, or without, an album. */
  kind: 'post' | 'album' | null;
}

const longest = (words: readonly string[]): string =>
  words.reduce((best, word) => (word.length > best.length ? word : best), '');

/** One word to look up: itself, or everything that begins with it. */
interface Lookup {
  word: string;
  isWhole: boolean;
}

/** Posts that may contain the wanted words. */
interface Proposed {
  /** Keys. */
  posts: number[];
  /** The word that was looked up. */
  by: Wanted;
  /** The index has no others in this range. */
  isLast: boolean;
}

const lookupOf = ({ words, isPhrase }: Wanted): Lookup => {
  const word = longest(words);
  return { word, isWhole: isPhrase || words.lastIndexOf(word) < words.length - 1 };
};

/** The last character of Unicode. */
const last = '\u{10FFFF}';

const matches = (
  { dialect }: Pick<Database, 'dialect'>,
  { word, isWhole }: Lookup,
  places: readonly number[],
): RawBuilder<unknown> => {
  const within = sql`place in ${listedKeys(dialect, sql`${JSON.stringify(places)}`)}`;
  return isWhole
    ? sql`${within} and word = ${word}`
    : sql`${within} and word >= ${word} and word < ${word + last}`;
};

/** Words with more rows than this count as equally frequent. */
const countedUpTo = 1_000;

const rarest = async (
  db: Pick<Database, 'read' | 'dialect'>,
  lookups: readonly Lookup[],
  places: readonly number[],
): Promise<Lookup> => {
  const byLength = lookups.toSorted((a, b) => b.word.length - a.word.length);
  const [first] = byLength;
  if (!first) throw new Error('There is nothing to look up');
  if (byLength.length === 1) return first;
  const counts = byLength.map(
    (lookup, at) => sql`
      select cast(${at} as bigint) as at, count(*) as count from (
        select 1 from post_search where ${matches(db, lookup, places)} limit ${sql.lit(countedUpTo)}) counted`,
  );
  const { rows } = await sql<{ at: number }>`
    select at from (${sql.join(counts, sql` union all `)}) words order by count, at limit 1`.execute(db.read);
  return byLength[rows[0]?.at ?? 0] ?? first;
};

/**
 * Proposes posts that may contain the wanted words, the newest first. Only the rarest word is looked up: the texts have to
 * be compared afterwards.
 * @param places as `ofCircle` and `ofAuthor` tell them
 * @returns at most `limit` posts
 */
export const proposePosts = async (
  db: Pick<Database, 'read' | 'dialect'>,
  wanted: readonly Wanted[],
  places: readonly number[],
  { from, before, limit, kind }: Range,
): Promise<Proposed> => {
  const lookup = await rarest(db, wanted.map(lookupOf), places);
  // `+ 0`, or the database might walk along the index by post. A post has a row for each place and each end of a word.
  const ofKind =
    kind === null
      ? sql``
      : sql`and exists (select 1 from posts kept where kept.id = post_id and kept.kind = ${kind})`;
  const { rows } = await sql<{ id: number }>`
    select post_id as id from post_search
    where ${matches(db, lookup, places)} and post_id + 0 >= ${from} and post_id + 0 < ${before} ${ofKind}
    order by post_id + 0 desc limit ${limit}`.execute(db.read);
  const by = { words: [lookup.word], isPhrase: lookup.isWhole };
  return { posts: [...new Set(rows.map(({ id }) => id))], by, isLast: rows.length < limit };
};
