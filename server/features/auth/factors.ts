import { messages } from '../../../contract/errors/errors.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Queries, Tx } from '../../platform/db/database.ts';
import { conflict } from '../../platform/problem.ts';
import { hasActedSince, recordAuditEntry } from '../audit/record.ts';
import { notifyOfFactorChange } from './factor-notice.ts';
import { assertSessionLives } from './session.ts';
import { dropRecoveryCodes, makeRecoveryCodes } from './recovery-codes.ts';
import { removeTotp } from './totp.ts';

/** The member's second factors. */
export interface Factors {
  code: boolean;
  passkey: boolean;
}

/**
 * With any second factor the password alone signs nobody in. Factors of an unclaimed account do not count: they may
 * be a squatter's (docs/decisions/0008).
 */
export const findFactors = async (q: Queries, userId: number): Promise<Factors> => {
  const claimed = q
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('claim_asked_at', 'is', null);
  const rows = await q
    .selectFrom('totp_secrets')
    .select((e) => e.val('code').as('factor'))
    .where('user_id', 'in', claimed)
    .where('confirmed_at', 'is not', null)
    .unionAll(
      q
        .selectFrom('passkeys')
        .select((e) => e.val('passkey').as('factor'))
        .where('user_id', 'in', claimed),
    )
    .execute();
  const has = (factor: string) => rows.some((row) => row.factor === factor);
  return { code: has('code'), passkey: has('passkey') };
};

/** A new second factor turns mails in the member's name off, or mail would bypass it (LETTERBOX-5). @returns whether they were on */
export const stopMailsInName = async (tx: Tx, userId: number): Promise<boolean> => {
  const stopped = await tx.q
    .updateTable('users')
    .set({ mail_in_my_name: 0 })
    .where('id', '=', userId)
    .where('mail_in_my_name', '=', 1)
    .returning('id')
    .executeTakeFirst();
  return stopped !== undefined;
};

/** Makes recovery codes after a factor was added, if it is the member's first. */
export const makeCodesForFirstFactor = async (
  tx: Tx,
  userId: number,
  before: Factors,
): Promise<string[] | null> => (before.code || before.passkey ? null : makeRecoveryCodes(tx, userId));

/** Deletes the recovery codes after the last factor was removed. */
export const dropCodesWithLastFactor = async (tx: Tx, userId: number): Promise<void> => {
  const { code, passkey } = await findFactors(tx.q, userId);
  if (!code && !passkey) await dropRecoveryCodes(tx, userId);
};

/**
 * Replaces the recovery codes.
 * @throws conflict if the member has no second factor, unauthorized once the session is over
 */
export const renewCodes = (
  context: Pick<AppContext, 'db' | 'settings' | 'jobs'>,
  member: Viewer,
  userAgent: string,
): Promise<string[]> =>
  context.db.write(async (tx) => {
    await assertSessionLives(tx, member);
    const { code, passkey } = await findFactors(tx.q, member.id);
    if (!code && !passkey) throw conflict(messages.noSecondFactor);
    await recordAuditEntry(tx, 'member.recovery_codes_made', { actorId: member.id, target: member.publicId });
    await notifyOfFactorChange(context, tx, { userId: member.id, change: 'codes_made', userAgent });
    return makeRecoveryCodes(tx, member.id);
  });

/** Removes the factors added since then, and recovery codes made since. @returns whether there were any */
export const dropFactorsSince = async (tx: Tx, userId: number, since: number): Promise<boolean> => {
  const app = await tx.q
    .deleteFrom('totp_secrets')
    .where('user_id', '=', userId)
    .where((e) => e.fn.coalesce('confirmed_at', 'created_at'), '>=', since)
    .returning('confirmed_at')
    .executeTakeFirst();
  const keys = await tx.q
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .returning('id')
    .execute();
  const areCodesNew = await hasActedSince(tx.q, 'member.recovery_codes_made', userId, since);
  if (areCodesNew) await dropRecoveryCodes(tx, userId);
  else await dropCodesWithLastFactor(tx, userId);
  return (app !== undefined && app.confirmed_at !== null) || keys.length > 0 || areCodesNew;
};

/** Removes all second factors of a member. @returns false if there were none */
export const dropFactors = async (tx: Tx, userId: number): Promise<boolean> => {
  const hadTotp = await removeTotp(tx, userId);
  const keys = await tx.q.deleteFrom('passkeys').where('user_id', '=', userId).returning('id').execute();
  await dropRecoveryCodes(tx, userId);
  return hadTotp || keys.length > 0;
};
