import type { Tx } from '../../platform/db/database.ts';

/** Deletes the mentions of a member, when the account passes to its address's owner. Their texts say 'somebody'. */
export const forgetMentionsOf = async ({ q }: Tx, userId: number): Promise<void> => {
  await q.deleteFrom('post_mentions').where('user_id', '=', userId).execute();
  await q.deleteFrom('comment_mentions').where('user_id', '=', userId).execute();
};
