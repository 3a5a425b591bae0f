import { messages } from '../../../contract/errors/errors.ts';
import type { Post } from '../../../contract/shapes.ts';
import { findAudience } from '../../access/audience.ts';
import { findCircles, findPost } from '../../access/find.ts';
import { assertIsAuthor } from '../../access/assert-may.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { lockPost } from '../../platform/db/locks.ts';
import { publish } from '../../platform/events/hub.ts';
import { conflict, invalid } from '../../platform/problem.ts';
import { keepCommentsWithin } from '../comments/narrow.ts';
import { captionPhotos, countPhotos } from '../media/photos.ts';
import { loadPost } from './read.ts';
import { checkWords, mention } from './write.ts';

interface Edit {
  id: string;
  circleIds?: string[] | undefined;
  content?: string | undefined;
  mentions?: string[] | undefined;
  alts?: string[] | undefined;
}

/** Removes circles from a post, and from its comments. */
const narrow = async (
  tx: Tx,
  viewer: Viewer,
  postId: number,
  circleIds: readonly string[],
): Promise<void> => {
  if (circleIds.length === 0) throw invalid('circleIds', messages.circleRequired);
  const now = await tx.q
    .selectFrom('post_circles')
    .innerJoin('circles', 'circles.id', 'post_circles.circle_id')
    .select(['circles.id', 'circles.public_id'])
    .where('post_id', '=', postId)
    .execute();
  // The author sees all circles of the post, including circles that they have left (SIGHT-5). Any other circle
  // must be visible to them.
  const present = new Map(now.map((circle) => [circle.public_id, circle.id]));
  const others = circleIds.filter((id) => !present.has(id));
  await findCircles(tx.q, viewer, others);
  if (others.length > 0) throw conflict(messages.circlesOnlyFewer);
  const kept = circleIds.flatMap((id) => present.get(id) ?? []);
  await tx.q
    .deleteFrom('post_circles')
    .where('post_id', '=', postId)
    .where('circle_id', 'not in', kept)
    .execute();
  await keepCommentsWithin(tx, postId, kept);
};

/** @returns whether the words changed. @throws invalid for words that a new post could not have */
const rewrite = async (tx: Tx, postId: number, content: string): Promise<boolean> => {
  const before = await tx.q.selectFrom('posts').select('content').where('id', '=', postId).executeTakeFirst();
  if (!before || before.content === content) return false;
  checkWords(content, await countPhotos(tx, postId));
  await tx.q.updateTable('posts').set({ content }).where('id', '=', postId).execute();
  return true;
};

/**
 * Edits a post's words and the descriptions of its photos (MOMENT-17), and narrows its audience (circles may only be
 * removed, MOMENT-9). Earlier words are not kept.
 * @throws missing, forbidden, invalid, conflict for a circle that the post is not shared with
 */
export const editPost = (db: Database, viewer: Viewer, input: Edit): Promise<Post> =>
  db.write(async (tx) => {
    // Lock the post, so that a concurrent comment keeps to the remaining circles.
    await lockPost(tx, input.id);
    const post = await findPost(tx, viewer, input.id);
    assertIsAuthor(viewer, post);
    const told = await findAudience(tx.q, { post: post.id });
    if (input.circleIds) await narrow(tx, viewer, post.id, input.circleIds);
    const { content, mentions: ids } = input;
    const isRewritten = content !== undefined && (await rewrite(tx, post.id, content));
    if (content !== undefined) await mention(tx, viewer, post, { ids, content });
    const isRecaptioned = input.alts !== undefined && (await captionPhotos(tx, post.id, input.alts));
    if (isRewritten || isRecaptioned)
      await tx.q.updateTable('posts').set({ edited_at: Date.now() }).where('id', '=', post.id).execute();
    // Publish also to members who no longer see the post: their pages have to remove it.
    await publish(tx, { kind: 'post', id: input.id, to: { members: told } });
    return loadPost(tx, viewer, input.id);
  });
