import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { listedKeys } from '../../platform/db/listed-keys.ts';
import type { Lookup } from './terms.ts';

/** Where the index looks: posts with keys from `from` up to and without `before`, the newest first. */
export interface Range {
  from: number;
  before: number;
  /** Rows of the rarest word at most. */
  rows: number;
  /** Only moments with, or without, an album. */
  kind: 'post' | 'album' | null;
}

/** Posts that may contain the wanted words. */
interface Proposed {
  /** Keys. */
  posts: number[];
  /** The key before which the index goes on; null where it has no others in this range. */
  next: number | null;
}

/** The last character of Unicode. */
const last = '\u{10FFFF}';

const matches = (column: RawBuilder<unknown>, { word, isWhole }: Lookup): RawBuilder<unknown> =>
  isWhole ? sql`${column} = ${word}` : sql`${column} >= ${word} and ${column} < ${word + last}`;

const isIn = ({ dialect }: Pick<Database, 'dialect'>, places: readonly number[]): RawBuilder<unknown> =>
  sql`place in ${listedKeys(dialect, sql`${JSON.stringify(places)}`)}`;

/** Words with more rows than this count as equally frequent. */
const countedUpTo = 1_000;

/** The rarest word first. Moments out of sight count, so the order may decide about time alone. */
export const byRarity = async (
  db: Pick<Database, 'read' | 'dialect'>,
  lookups: readonly Lookup[],
  places: readonly number[],
): Promise<Lookup[]> => {
  const byLength = lookups.toSorted((a, b) => b.word.length - a.word.length);
  if (byLength.length === 1) return byLength;
  const counts = byLength.map(
    (lookup, at) => sql`
      select cast(${at} as bigint) as at, count(*) as count from (
        select 1 from post_search where ${isIn(db, places)} and ${matches(sql`word`, lookup)}
        limit ${sql.lit(countedUpTo)}) counted`,
  );
  const { rows } = await sql<{ at: number }>`
    select at from (${sql.join(counts, sql` union all `)}) words order by count, at`.execute(db.read);
  return rows.flatMap(({ at }) => byLength[at] ?? []);
};

/**
 * Proposes posts with a term for each of the words, the newest first. Their texts have to be compared afterwards: a term
 * tells neither the order of words nor whether the viewer sees it.
 * @param lookups as `byRarity` orders them
 * @param places as `ofCircle` and `ofAuthor` tell them
 */
export const proposePosts = async (
  db: Pick<Database, 'read' | 'dialect'>,
  [rarest, ...others]: readonly Lookup[],
  places: readonly number[],
  { from, before, rows: most, kind }: Range,
): Promise<Proposed> => {
  if (!rarest) throw new Error('There is nothing to look up');
  // A post has the same terms at each of its places.
  const hasOthers = others.map(
    (lookup) => sql`and exists (
      select 1 from post_search other where other.post_id = found.post_id and other.place = found.place
        and ${matches(sql`other.word`, lookup)})`,
  );
  // `+ 0`, or the database might walk along the index by post. A post has a row for each place and each end of a word.
  const ofKind =
    kind === null
      ? sql``
      : sql`and exists (select 1 from posts kept where kept.id = post_id and kept.kind = ${kind})`;
  const { rows } = await sql<{ id: number; fits: 0 | 1 }>`
    select found.post_id as id, case when 1 = 1 ${sql.join(hasOthers, sql` `)} then 1 else 0 end as fits from (
      select post_id, place from post_search
      where ${isIn(db, places)} and ${matches(sql`word`, rarest)} and post_id + 0 >= ${from}
        and post_id + 0 < ${before} ${ofKind}
      order by post_id + 0 desc limit ${most}) found
    order by found.post_id desc`.execute(db.read);
  const posts = new Set(rows.filter(({ fits }) => fits === 1).map(({ id }) => id));
  return { posts: [...posts], next: rows.length < most ? null : (rows.at(-1)?.id ?? null) };
};
