import { type RawBuilder, sql } from 'kysely';
import { limits } from '../../../contract/limits.ts';
import type { MemberInCircles } from '../../../contract/shapes.ts';
import { readCircles, readMember, selectMember, selectOwnCircles } from '../../access/show/present.ts';
import { isListed, bind } from '../../access/rules/sees.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Database } from '../../platform/db/database.ts';
import { emailKey, fold } from '../../platform/text/fold.ts';

/** Members whom their address may find: those who allow it; for administrators, everybody. */
type Among = 'findable' | 'anybody';

const length = (text: string): number => [...text].length;

/**
 * The conditions on a member's text: words of three characters or more match anywhere, shorter ones at the beginning
 * of a word.
 */
export const partsOf = (term: string): string[] => {
  const words = fold(term)
    .split(/\s+/)
    .map((word) => word.replace(/^@/, ''))
    .filter((word) => word !== '');
  return [...new Set(words)]
    .slice(0, limits.searchWords)
    .map((word) => (length(word) > 2 ? word : ` ${word}`));
};

// `text like '%part%'`, with the wildcards in the part escaped.
const contains = (part: string): RawBuilder<boolean> =>
  sql`(' ' || search_text) like ${`%${part.replaceAll(/[\\%_]/g, '\\$&')}%`} escape '\\'`;

const containsAll = (parts: readonly string[]) => sql.join(parts.map(contains), sql` and `);

// The index is of trigrams; each part has at least three characters. Without the extension pg_trgm the same query scans
// all members on PostgreSQL (12 ms for 20,000).
const byIndex = ({ dialect }: Database, parts: readonly string[]): RawBuilder<unknown> =>
  dialect.pick({
    sqlite: sql`
      select rowid from member_search
      where member_search match ${parts.map((part) => `"${part.replaceAll('"', '""')}"`).join(' ')}`,
    postgres: sql`select id from users where ${containsAll(parts)}`,
  });

const byName = (db: Database, parts: readonly string[]): RawBuilder<unknown> => {
  const indexed = parts.filter((part) => length(part) > 2);
  const others = parts.filter((part) => length(part) <= 2);
  if (indexed.length === 0) return sql`select id from users where ${containsAll(others)}`;
  if (others.length === 0) return byIndex(db, indexed);
  return sql`select id from users where id in (${byIndex(db, indexed)}) and ${containsAll(others)}`;
};

/**
 * An address must match as a whole. Members find each other by it only if it is confirmed and its owner allows it.
 */
const byEmail = (term: string, among: Among): RawBuilder<unknown> => {
  const findable =
    among === 'anybody'
      ? sql`true`
      : sql`findable_by_email = 1 and email_confirmed_at is not null and claim_asked_at is null`;
  return sql`select id from users where email_key = ${emailKey(term)} and ${findable}`;
};

const isAddress = (term: string): boolean => /\S@\S+\.\S/.test(term);

/** Selects the keys of the members whom a term finds, whatever their state. */
export const selectFoundBy = (db: Database, term: string, among: Among): RawBuilder<unknown> =>
  isAddress(term) ? byEmail(term, among) : selectNamed(db, term);

/** As `selectFoundBy`, by names alone. */
export const selectNamed = (db: Database, term: string): RawBuilder<unknown> => {
  const parts = partsOf(term);
  return parts.length === 0 ? sql`select id from users where false` : byName(db, parts);
};

/**
 * The first of the other members whom a term finds, by name. `count` says how many are found, up to 50.
 * @throws tooMany for a member who looks for one address after the other
 */
export const findMembers = async (
  { db, limits: rates }: Pick<AppContext, 'db' | 'limits'>,
  viewer: Viewer,
  term: string,
  { most, counts }: { most: number; counts: boolean },
): Promise<{ items: (MemberInCircles & { key: number })[]; count: number; hasMore: boolean }> => {
  if (isAddress(term)) await rates.consume('emailSearch', String(viewer.id));
  const found = selectFoundBy(db, term, 'findable');
  const username = term.trim().replace(/^@/, '').toLowerCase();
  const isOpen = isAddress(term)
    ? sql`true`
    : sql`(m.in_directory = 1 or (m.username_chosen = 1 and m.username = ${username}))`;
  const { rows } = await sql<{ id: number; member: string; circles: string | null; count: number }>`
    with hits as (
      select m.id, m.search_text from users m
      where m.id in (${found}) and m.id <> ${viewer.id} and ${isOpen} and ${isListed(bind(viewer.id), 'm', Date.now())}
      order by m.search_text, m.id limit ${limits.searchResults + 1})
    select u.id, ${selectMember(bind(viewer.id), 'u', { counts })} as member,
      ${selectOwnCircles(bind(viewer.id), 'u')} as circles, (select count(*) from hits) as count
    from (select id from hits order by search_text, id limit ${most}) hit join users u on u.id = hit.id
    order by u.search_text, u.id`.execute(db.read);
  const count = rows[0]?.count ?? 0;
  return {
    items: rows.map((row) => ({ ...readMember(row.member), circles: readCircles(row.circles), key: row.id })),
    count: Math.min(count, limits.searchResults),
    hasMore: count > limits.searchResults,
  };
};
