import type { AppContext } from '../../app-context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { emailKey } from '../../platform/text/fold.ts';
import { recordAuditEntry } from '../audit/record.ts';
import { withdrawInvitations } from '../blocking/withdraw.ts';

interface Holder {
  id: number;
  public_id: string;
  email_confirmed_at: number | null;
}

/** The member other than `userId` who has this address. */
export const findHolder = async (tx: Tx, email: string, userId: number): Promise<Holder | null> => {
  const holder = await tx.q
    .selectFrom('users')
    .select(['id', 'public_id', 'email_confirmed_at'])
    .where('email_key', '=', emailKey(email))
    .where('id', '<>', userId)
    .executeTakeFirst();
  return holder ?? null;
};

// An administrator without an address could not sign in again, and the server needs an administrator.
const isOnlyAdmin = async ({ q }: Tx, id: number): Promise<boolean> => {
  const admins = await q
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', 1)
    .where('banned_at', 'is', null)
    .limit(2)
    .execute();
  return admins.length === 1 && admins[0]?.id === id;
};

// Address keys are lower case, so nobody can type this one.
const keyWithout = (publicId: string): string => `NONE ${publicId}`;

/** The member has no address. */
export const lacksAddress = (member: { public_id: string; email_key: string }): boolean =>
  member.email_key === keyWithout(member.public_id);

/** Removes a member's address until they give another: the former one neither signs in nor receives mail. */
export const dropAddress = async (
  tx: Tx,
  { id, public_id: target }: Pick<Holder, 'id' | 'public_id'>,
): Promise<void> => {
  const { q } = tx;
  await withdrawInvitations(tx, id, null);
  await q
    .updateTable('users')
    .set({ email: '', email_key: keyWithout(target), email_confirmed_at: null })
    .where('id', '=', id)
    .execute();
  await q.deleteFrom('email_tokens').where('user_id', '=', id).execute();
  await recordAuditEntry(tx, 'member.email_removed', { actorId: null, target });
};

/**
 * Takes an address from a member who never confirmed it, for another person who has proven that it is theirs.
 * @returns false if the holder has confirmed it, or is the only administrator
 */
export const freeAddress = async (tx: Tx, holder: Holder | null): Promise<boolean> => {
  if (!holder) return true;
  if (holder.email_confirmed_at !== null || (await isOnlyAdmin(tx, holder.id))) return false;
  await dropAddress(tx, holder);
  return true;
};

/** Makes a proven address the member's. @throws the database's unique violation if another member has it */
export const setAddress = async (tx: Tx, userId: number, email: string): Promise<void> => {
  const { q } = tx;
  // A member who is later removed from a circle must not return by an invitation to the former address.
  await withdrawInvitations(tx, userId, null);
  await q
    .updateTable('users')
    .set({ email, email_key: emailKey(email), email_confirmed_at: Date.now() })
    .where('id', '=', userId)
    .execute();
  // A link mailed to the former address would confirm an address that is no longer the member's.
  await q.deleteFrom('email_tokens').where('user_id', '=', userId).where('kind', '<>', 'done').execute();
};

/**
 * Renews the keys of addresses whose domain was stored in ASCII: both spellings are one address. A member whose address
 * belongs to another one by then keeps the key, and administrators see it in the log.
 */
export const renewKeys = async ({ db, log }: Pick<AppContext, 'db' | 'log'>): Promise<void> => {
  const rows = await db.read
    .selectFrom('users')
    .select(['id', 'public_id', 'email', 'email_key'])
    .where('email_key', 'like', '%xn--%')
    .execute();
  for (const { id, public_id: member, email, email_key: before } of rows) {
    const key = emailKey(email);
    if (key === before || email === '') continue;
    try {
      await db.write(({ q }) =>
        q.updateTable('users').set({ email_key: key }).where('id', '=', id).execute(),
      );
    } catch (error) {
      if (!db.dialect.isUniqueViolation(error)) throw error;
      log.warn({ member }, 'Two members have the same e-mail address in two spellings');
    }
  }
};
