import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { arrayOf, ftsTerm } from './index-posts.ts';
import type { Wanted } from './terms.ts';

/** Where the index looks: posts with keys from `from` up to and without `before`, the newest first. */
export interface Range {
  from: number;
  before: number;
  limit: number;
}

const longest = (words: readonly string[]): string =>
  words.reduce((best, word) => (word.length > best.length ? word : best), '');

/** How many words, once for each place, SQLite looks up for one search: each takes 0.06 ms. */
const maxLookups = 150;

/** The longest of the wanted words, which are probably the rarest, as many as may be looked up. */
const longestOf = (wanted: readonly Wanted[], places: number): Wanted[] => {
  let lookups = 0;
  return wanted
    .toSorted((a, b) => longest(b.words).length - longest(a.words).length)
    .filter(({ words }, at) => {
      lookups += words.length * places;
      return at === 0 || lookups <= maxLookups;
    });
};

// Places and words are letters and digits, which mean nothing else in a query.
const ftsQuery = (wanted: readonly Wanted[], places: readonly number[]): string =>
  longestOf(wanted, places.length)
    .map(({ words, isPhrase }) => {
      const one = (place: number) =>
        `"${words.map((word) => ftsTerm(place, word)).join(' ')}"${isPhrase ? '' : ' *'}`;
      return `(${places.map(one).join(' OR ')})`;
    })
    .join(' AND ');

/** One word to look up: itself, or everything that begins with it. */
interface Lookup {
  word: string;
  isWhole: boolean;
}

const lookupOf = ({ words, isPhrase }: Wanted): Lookup => {
  const word = longest(words);
  return { word, isWhole: isPhrase || words.lastIndexOf(word) < words.length - 1 };
};

/** The last character of Unicode. */
const last = '\u{10FFFF}';

const matches = ({ word, isWhole }: Lookup, places: readonly number[]): RawBuilder<unknown> => {
  const within = sql`place = any(cast(${arrayOf(places)} as bigint[]))`;
  return isWhole
    ? sql`${within} and word = ${word}`
    : sql`${within} and word >= ${word} and word < ${word + last}`;
};

/** Words with more rows than this count as equally frequent. */
const countedUpTo = 1_000;

const rarest = async (
  { read }: Pick<Database, 'read'>,
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
        select 1 from post_search where ${matches(lookup, places)} limit ${sql.lit(countedUpTo)}) counted`,
  );
  const { rows } = await sql<{ at: number }>`
    select at from (${sql.join(counts, sql` union all `)}) words order by count, at limit 1`.execute(read);
  return byLength[rows[0]?.at ?? 0] ?? first;
};

const byTerms = (
  wanted: readonly Wanted[],
  places: readonly number[],
  { from, before, limit }: Range,
): RawBuilder<{ id: number }> => sql`
  select rowid as id from post_search
  where post_search match ${ftsQuery(wanted, places)} and rowid >= ${from} and rowid < ${before}
  order by rowid desc limit ${limit}`;

// `+ 0`, or PostgreSQL might walk along the index by post. A post has a row for each place and each end of a word.
const byRarestWord = async (
  db: Pick<Database, 'read'>,
  wanted: readonly Wanted[],
  places: readonly number[],
  { from, before, limit }: Range,
): Promise<RawBuilder<{ id: number }>> => {
  const lookup = await rarest(db, wanted.map(lookupOf), places);
  return sql`
    select post_id as id from post_search
    where ${matches(lookup, places)} and post_id + 0 >= ${from} and post_id + 0 < ${before}
    order by post_id + 0 desc limit ${limit}`;
};

/**
 * Proposes posts that may contain the wanted words, the newest first. The texts have to be compared afterwards: where many
 * circles or many posts would make it slow, only some of the words are looked up, and on PostgreSQL only one.
 * @param places as `ofCircle` and `ofAuthor` tell them
 * @returns at most `limit` keys, and whether there are no further ones
 */
export const proposePosts = async (
  db: Pick<Database, 'read' | 'dialect'>,
  wanted: readonly Wanted[],
  places: readonly number[],
  range: Range,
): Promise<{ posts: number[]; isLast: boolean }> => {
  const query = await db.dialect.pick({
    sqlite: () => Promise.resolve(byTerms(wanted, places, range)),
    postgres: () => byRarestWord(db, wanted, places, range),
  })();
  const { rows } = await query.execute(db.read);
  return { posts: [...new Set(rows.map(({ id }) => id))], isLast: rows.length < range.limit };
};
