import { sql } from 'kysely';
import { findCircles } from '../../access/find/circles.ts';
import { keepFormerCircles } from '../../access/readers/former-readers.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Tx } from '../../platform/db/database.ts';
import { conflict } from '../../platform/problem.ts';
import { keepCommentsWithin } from '../comments/narrow.ts';
import { returnPhotos } from './return-photos.ts';

interface CirclesOfPost {
  /** The keys of the circles that were named. */
  named: number[];
  others: number[];
}

/**
 * The circles of a post, split into those with the given ids and the others. Lock the post before. `otherwise` is the
 * refusal of a circle that the post is not shared with.
 * @throws missing for a circle that the viewer may not know of, conflict
 */
export const findCirclesOfPost = async (
  tx: Tx,
  viewer: Viewer,
  postId: number,
  circleIds: readonly string[],
  otherwise: string,
): Promise<CirclesOfPost> => {
  const present = await tx.q
    .selectFrom('post_circles')
    .innerJoin('circles', 'circles.id', 'post_circles.circle_id')
    .select(['circles.id', 'circles.public_id'])
    .where('post_id', '=', postId)
    .execute();
  // The author sees all circles of the post, including circles that they have left (SIGHT-5). Any other circle
  // must be visible to them.
  const known = new Set(present.map((circle) => circle.public_id));
  const unknown = circleIds.filter((id) => !known.has(id));
  await findCircles(tx.q, viewer, unknown);
  if (unknown.length > 0) throw conflict(otherwise);
  const { named = [], others = [] } = Object.groupBy(present, ({ public_id: id }) =>
    circleIds.includes(id) ? 'named' : 'others',
  );
  return { named: named.map(({ id }) => id), others: others.map(({ id }) => id) };
};

/** Removes a post, and its comments, from all circles but these (keys). */
export const narrowTo = async (tx: Tx, postId: number, kept: readonly number[]): Promise<void> => {
  // No circle has the key 0, and a list must not be empty.
  const keys = [0, ...kept];
  await keepFormerCircles(tx, sql`post_id = ${postId} and circle_id not in (${sql.join(keys)})`);
  if (kept.length === 0) await returnPhotos(tx, { post: postId });
  await tx.q
    .deleteFrom('post_circles')
    .where('post_id', '=', postId)
    .where('circle_id', 'not in', keys)
    .execute();
  await keepCommentsWithin(tx, postId, kept);
};
