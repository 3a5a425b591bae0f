import type { Queries } from '../../platform/db/database.ts';

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
