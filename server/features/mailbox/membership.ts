import type { Queries } from '../../platform/db/database.ts';

/** The key of a mailbox member's address. Keys of accounts are in lower case, so no sign-in finds this one (MAILBOX-4). */
export const mailboxKey = (email: string): string => `LETTER ${email}`;

/** Whether the member is in any circle. */
export const isInCircle = async (q: Queries, userId: number): Promise<boolean> => {
  const membership = await q
    .selectFrom('circle_members')
    .select('circle_id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  return membership !== undefined;
};
