import { messages } from '../../../contract/errors/errors.ts';
import type { AppContext } from '../../app-context.ts';
import { withMember } from '../../feature.ts';
import type { Tx } from '../../platform/db/database.ts';
import { lockAgainstReferences } from '../../platform/db/locks.ts';
import { recordAuditEntry } from '../audit/record.ts';
import { mustNotBeLastAdmin } from '../auth/administrators.ts';
import type { Managed } from './members.ts';

/**
 * Bans a member permanently: nobody sees anything of the member, and no counter includes them. Their shared circles
 * pass to other members. Administrator rights and a running subscription end. Banning again changes nothing.
 * @throws conflict for the last administrator
 */
export const banMember = async (
  { features }: Pick<AppContext, 'features'>,
  tx: Tx,
  member: Managed,
  actorId: number,
): Promise<void> => {
  await mustNotBeLastAdmin(tx, member.id, messages.lastAdministrator);
  await lockAgainstReferences(tx, member.id);
  const banned = await tx.q
    .updateTable('users')
    .set({ banned_at: Date.now(), suspended_until: null, is_admin: 0 })
    .where('id', '=', member.id)
    .where('banned_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!banned) return;
  await withMember(features, (each) => each.onBan?.(tx, member.id));
  await recordAuditEntry(tx, 'member.banned', { actorId, target: member.publicId });
};

/** Lifts a ban: the hidden content is visible and counted again. @returns false if there was no ban */
export const liftBan = async (
  { features }: Pick<AppContext, 'features'>,
  tx: Tx,
  member: Managed,
): Promise<boolean> => {
  await lockAgainstReferences(tx, member.id);
  const lifted = await tx.q
    .updateTable('users')
    .set({ banned_at: null })
    .where('id', '=', member.id)
    .where('banned_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  if (!lifted) return false;
  await withMember(features, (each) => each.onUnban?.(tx, member.id));
  return true;
};
