import type { Tx } from '../../platform/db/database.ts';

/** Limits a post's comments to these circles (keys), after the post was narrowed to them. */
export const keepCommentsWithin = async (
  tx: Tx,
  postId: number,
  circleIds: readonly number[],
): Promise<void> => {
  await tx.q
    .deleteFrom('comment_circles')
    // No circle has the key 0, and a list must not be empty.
    .where('circle_id', 'not in', [0, ...circleIds])
    .where('comment_id', 'in', (e) => e.selectFrom('comments').select('id').where('post_id', '=', postId))
    .execute();
};
