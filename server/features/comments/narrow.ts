import type { Tx } from '../../platform/db/database.ts';

/** After a post was narrowed to these circles (keys), its comments belong to no others. */
export const keepCommentsWithin = async (
  tx: Tx,
  postId: number,
  circleIds: readonly number[],
): Promise<void> => {
  await tx.q
    .deleteFrom('comment_circles')
    .where('circle_id', 'not in', circleIds)
    .where('comment_id', 'in', (e) => e.selectFrom('comments').select('id').where('post_id', '=', postId))
    .execute();
};
