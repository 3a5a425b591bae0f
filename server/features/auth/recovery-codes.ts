import { limits } from '../../../contract/limits.ts';
import type { Queries, Tx } from '../../platform/db/database.ts';
import { hashOf, newRecoveryCode } from '../../platform/text/ids.ts';

const plain = (code: string): string => code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

/** Replaces the recovery codes. They are shown only now: the database keeps hashes. */
export const makeRecoveryCodes = async ({ q }: Tx, userId: number): Promise<string[]> => {
  const codes = Array.from({ length: limits.recoveryCodes }, newRecoveryCode);
  await q.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await q
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashOf(plain(code)) })))
    .execute();
  return codes;
};

/** Uses up a code, in any spelling. False for a wrong one. */
export const takeRecoveryCode = async ({ q }: Tx, userId: number, code: string): Promise<boolean> => {
  const used = await q
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(plain(code)))
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
};

export const countRecoveryCodes = async (q: Queries, userId: number): Promise<number> => {
  const { codes } = await q
    .selectFrom('recovery_codes')
    .select((e) => e.fn.countAll<number>().as('codes'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return codes;
};

export const dropRecoveryCodes = async ({ q }: Tx, userId: number): Promise<void> => {
  await q.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
};
