import { randomInt } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { limits } from '../../../contract/limits.ts';
import { suggestUsername } from '../../../contract/text/suggest-username.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Flag } from '../../platform/db/schema/schema.ts';
import { searchTextOf } from './search-text.ts';

interface Name {
  firstName: string;
  lastName: string;
}

/** Digits after a username that many have. A suggested username leaves room for them. */
const mostDigits = 5;

const digits = (count: number): string => String(randomInt(10 ** (count - 1), 10 ** count));

/**
 * Usernames to try for a member until one is free: the one wished or suggested by the name, then with digits. A name
 * that suggests none gets `member.` with digits.
 */
export function* usernamesFor(
  { firstName, lastName }: Name,
  wished: string | null,
): Generator<string, never> {
  const base = wished ?? suggestUsername(firstName, lastName);
  if (base !== null) yield base;
  for (let tried = 0; ; tried++) {
    const isRare = tried < 10;
    yield base === null
      ? `member.${digits(isRare ? 4 : 8)}`
      : `${base.slice(0, limits.usernameMax - mostDigits)}${digits(isRare ? 2 : mostDigits)}`;
  }
}

/** Whether Circle gave the username, and not its member, as far as that can be told: the suggestion, maybe with digits. */
export const isSuggested = ({ firstName, lastName }: Name, username: string | null): boolean => {
  const base = suggestUsername(firstName, lastName) ?? 'member.';
  return username === null || (username.startsWith(base) && /^\d*$/.test(username.slice(base.length)));
};

/** Columns of a member who sets their username, or removes it; the same one again does not count as a choice. */
export const chooseUsername = (username: string | null) => ({
  username,
  username_chosen: sql<Flag>`case when username = ${username} then username_chosen else 1 end`,
});

/** Members in one transaction, so that other writes wait only for milliseconds. */
const batchSize = 100;

const nameBatch = async ({ q }: Tx): Promise<boolean> => {
  const nameless = await q
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('username', 'is', null)
    .where('username_chosen', '=', 0)
    .orderBy('id')
    .limit(batchSize)
    .execute();
  for (const { id, first_name: firstName, last_name: lastName } of nameless) {
    for (const username of usernamesFor({ firstName, lastName }, null)) {
      const named = await q
        .updateTable('users')
        .set({ username, search_text: searchTextOf(firstName, lastName, username) })
        .where('id', '=', id)
        .where(sql<boolean>`not exists (select 1 from users taken where taken.username = ${username})`)
        .returning('id')
        .executeTakeFirst();
      if (named) break;
    }
  }
  return nameless.length === batchSize;
};

/** Gives a username to all members who joined when it was not suggested yet. Those who removed theirs stay without. */
export const nameMembers = async (db: Database, shutdown: AbortSignal): Promise<void> => {
  while (!shutdown.aborted && (await db.write(nameBatch))) await nextTurn();
};
