import { messages } from '../../../contract/errors.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { House } from '../../house.ts';
import type { Queries, Tx } from '../../platform/db/database.ts';
import { conflict } from '../../platform/problem.ts';
import { recordAct } from '../audit/record.ts';
import { tellOfFactor } from './factor-notice.ts';
import { mustStillHold } from './session.ts';
import { dropRecoveryCodes, makeRecoveryCodes } from './recovery-codes.ts';
import { removeTotp } from './totp.ts';

/** What a member has besides the password. */
export interface Factors {
  code: boolean;
  passkey: boolean;
}

/**
 * With any of them the password alone signs nobody in. Until somebody has claimed the account none counts: they may be a
 * squatter's (docs/decisions/0008).
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

/** After a factor was added: its member's first comes with recovery codes. */
export const codesForFirst = async (tx: Tx, userId: number, before: Factors): Promise<string[] | null> =>
  before.code || before.passkey ? null : makeRecoveryCodes(tx, userId);

/** After a factor was taken away: with the last of them the recovery codes go. */
export const dropCodesWithLast = async (tx: Tx, userId: number): Promise<void> => {
  const { code, passkey } = await findFactors(tx.q, userId);
  if (!code && !passkey) await dropRecoveryCodes(tx, userId);
};

/**
 * Recovery codes in the place of those before.
 * @throws conflict where there is nothing to recover from, unauthorized once the session is over
 */
export const renewCodes = (house: House, member: Viewer, userAgent: string): Promise<string[]> =>
  house.db.write(async (tx) => {
    await mustStillHold(tx, member);
    const { code, passkey } = await findFactors(tx.q, member.id);
    if (!code && !passkey) throw conflict(messages.noSecondFactor);
    await recordAct(tx, 'member.recovery_codes_made', { actorId: member.id, target: member.publicId });
    await tellOfFactor(house, tx, { userId: member.id, change: 'codes_made', userAgent });
    return makeRecoveryCodes(tx, member.id);
  });

/** Takes away what was added from then on. @returns whether anything was */
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
  await dropCodesWithLast(tx, userId);
  return (app !== undefined && app.confirmed_at !== null) || keys.length > 0;
};

/** Takes away whatever a member has besides the password. @returns false when there was nothing */
export const dropFactors = async (tx: Tx, userId: number): Promise<boolean> => {
  const hadTotp = await removeTotp(tx, userId);
  const keys = await tx.q.deleteFrom('passkeys').where('user_id', '=', userId).returning('id').execute();
  await dropRecoveryCodes(tx, userId);
  return hadTotp || keys.length > 0;
};
