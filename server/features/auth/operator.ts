import { sql } from 'kysely';
import { isErased } from '../../access/rules/sees.ts';
import type { AppContext } from '../../app-context.ts';
import type { Database, Queries, Tx } from '../../platform/db/database.ts';
import { lockMembers } from '../../platform/db/locks.ts';
import { emailKey } from '../../platform/text/fold.ts';
import { searchTextOf } from '../members/search-text.ts';
import { recordAuditEntry } from '../audit/record.ts';
import { findHolder, freeAddress, setAddress } from './address.ts';
import { forgetLinks } from './confirm-email.ts';
import { notifyOfFactorChange } from './factor-notice.ts';
import { dropFactors } from './factors.ts';
import { distrustBrowsers } from './known-browser.ts';
import { endSessions } from './session.ts';

/** A member who is not being deleted, as the operator finds them: by e-mail address or id. */
export interface OperatedMember {
  id: number;
  publicId: string;
  name: string;
  /** A mailbox member. */
  isByLetter: boolean;
  isBanned: boolean;
}

/** Null if nobody has this address or id. */
export const findByName = async (q: Queries, name: string): Promise<OperatedMember | null> => {
  const row = await q
    .selectFrom('users')
    .select(['id', 'public_id', 'first_name', 'last_name', 'by_letter', 'banned_at'])
    .where((e) => e.or([e('email_key', '=', emailKey(name)), e('public_id', '=', name)]))
    .where(sql<boolean>`not ${isErased('users')}`)
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    publicId: row.public_id,
    name: `${row.first_name} ${row.last_name}`.trim(),
    isByLetter: row.by_letter === 1,
    isBanned: row.banned_at !== null,
  };
};

/** The number of members in any state. */
export const countMembers = async (q: Queries): Promise<number> => {
  const { members } = await q
    .selectFrom('users')
    .select((e) => e.fn.countAll<number>().as('members'))
    .executeTakeFirstOrThrow();
  return members;
};

/** @returns false if the member was already an administrator */
export const makeAdmin = async (tx: Tx, member: OperatedMember): Promise<boolean> => {
  const changed = await tx.q
    .updateTable('users')
    .set({ is_admin: 1 })
    .where('id', '=', member.id)
    .where('is_admin', '=', 0)
    .returning('id')
    .executeTakeFirst();
  if (!changed) return false;
  await recordAuditEntry(tx, 'member.made_admin', { actorId: null, target: member.publicId });
  return true;
};

/**
 * Sets a password that the operator chose, ends every session and removes all second factors. It serves members who
 * lost every factor, and shuts out anybody who knew the old password.
 * @returns whether there were second factors
 */
export const replacePassword = (
  context: Pick<AppContext, 'db' | 'settings' | 'jobs'>,
  member: OperatedMember,
  passwordHash: string,
): Promise<boolean> =>
  context.db.write(async (tx) => {
    const { id, publicId: target } = member;
    await tx.q.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', id).execute();
    await endSessions(tx, id);
    // An intruder may have requested a new address or a link that sets a password, and used browsers that would stay
    // known.
    await forgetLinks(tx, id);
    await distrustBrowsers(tx, id);
    await recordAuditEntry(tx, 'member.password_replaced', { actorId: null, target });
    if (!(await dropFactors(tx, id))) return false;
    await recordAuditEntry(tx, 'member.second_factors_removed', { actorId: null, target });
    await notifyOfFactorChange(context, tx, { userId: id, change: 'all_removed', userAgent: null });
    return true;
  });

/**
 * Gives a member an address that the operator knows to be theirs.
 * @returns false if another member has confirmed it
 */
export const replaceAddress = (db: Database, member: OperatedMember, email: string): Promise<boolean> =>
  db.write(async (tx) => {
    const holder = await findHolder(tx, email, member.id);
    await lockMembers(tx, [member.id, ...(holder ? [holder.id] : [])]);
    if (!(await freeAddress(tx, holder))) return false;
    await setAddress(tx, member.id, email);
    await recordAuditEntry(tx, 'member.email_changed', { actorId: null, target: member.publicId });
    return true;
  });

export interface Described {
  username: string | null;
  bio: string;
  avatarId: number | null;
}

/** Fills in a profile, for the invented people of the demonstration. */
export const describeMember = async (tx: Tx, id: number, about: Described): Promise<void> => {
  const { first_name: first, last_name: last } = await tx.q
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await tx.q
    .updateTable('users')
    .set({
      username: about.username,
      bio: about.bio,
      avatar_id: about.avatarId,
      search_text: searchTextOf(first, last, about.username),
    })
    .where('id', '=', id)
    .execute();
};
