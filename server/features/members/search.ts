import { type RawBuilder, sql } from 'kysely';
import { limits } from '../../../contract/limits.ts';
import type { Member } from '../../../contract/shapes.ts';
import { readMember, selectMember } from '../../access/present.ts';
import { isListed, key } from '../../access/sees.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { House } from '../../house.ts';
import type { Database } from '../../platform/db/database.ts';
import { standsIn } from '../../platform/db/member-index.ts';
import { emailKey, fold } from '../../platform/text/fold.ts';

const length = (text: string): number => [...text].length;

/** What has to stand in a member's text: words from three characters on anywhere, shorter ones where a word begins. */
const partsOf = (term: string): string[] =>
  fold(term)
    .split(/\s+/)
    .map((word) => word.replace(/^@/, ''))
    .filter((word) => word !== '')
    .map((word) => (length(word) > 2 ? word : ` ${word}`));

const byName = ({ dialect }: Database, parts: readonly string[]): RawBuilder<unknown> => {
  const indexed = parts.filter((part) => length(part) > 2);
  const others = parts.filter((part) => length(part) <= 2);
  if (indexed.length === 0)
    return sql`select id from users where ${sql.join(others.map(standsIn), sql` and `)}`;
  if (others.length === 0) return dialect.memberIndex.having(indexed);
  return sql`select id from users where id in (${dialect.memberIndex.having(indexed)})
    and ${sql.join(others.map(standsIn), sql` and `)}`;
};

/** An address finds its member only whole, only if they confirmed it, and only if they let people find them by it. */
const byEmail = (term: string): RawBuilder<unknown> => sql`
  select id from users where email_key = ${emailKey(term)}
    and findable_by_email = 1 and email_confirmed_at is not null`;

/**
 * The other members whom a term finds, by name, 50 at most (2.8).
 * @throws tooMany for a member who looks for one address after the other
 */
export const searchMembers = async (
  { db, limits: rates }: House,
  viewer: Viewer,
  term: string,
): Promise<Member[]> => {
  const asksForAddress = /\S@\S+\.\S/.test(term);
  if (asksForAddress) await rates.consume('emailSearch', String(viewer.id));
  const parts = partsOf(term);
  if (parts.length === 0) return [];
  const found = asksForAddress ? byEmail(term) : byName(db, parts);
  const { rows } = await sql<{ member: string }>`
    select ${selectMember(key(viewer.id), 'u')} as member
    from (
      select m.id from users m
      where m.id in (${found}) and m.id <> ${viewer.id} and ${isListed(key(viewer.id), 'm', Date.now())}
      order by m.search_text, m.id limit ${limits.searchResults}
    ) hit join users u on u.id = hit.id
    order by u.search_text, u.id`.execute(db.read);
  return rows.map((row) => readMember(row.member));
};
