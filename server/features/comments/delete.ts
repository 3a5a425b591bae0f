import { assertMayDeleteComment } from '../../access/assert-may.ts';
import { findComment, type FoundComment } from '../../access/find/comments.ts';
import { findAudience } from '../../access/readers/audience.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { lockRows } from '../../platform/db/locks.ts';
import { publish } from '../../platform/events/hub.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { missing } from '../../platform/problem.ts';
import { removeUnlessEvidence } from '../media/remove.ts';
import { countAnswersBeneath, countComment } from './count.ts';

type Counted = Pick<FoundComment, 'id' | 'postId' | 'authorId' | 'threadId'>;

/** @throws missing if the post was deleted meanwhile */
export const publicIdOfPost = async ({ q }: Tx, postId: number): Promise<string> => {
  const post = await q.selectFrom('posts').select('public_id').where('id', '=', postId).executeTakeFirst();
  if (!post) throw missing();
  return post.public_id;
};

/** @returns false if somebody else deleted the comment meanwhile */
const erase = async (jobs: Jobs, tx: Tx, comment: Counted): Promise<boolean> => {
  const told = await findAudience(tx.q, { comment: comment.id });
  const post = await publicIdOfPost(tx, comment.postId);
  // Lock the comment before lowering the counter, so that a ban of its writer is settled by then.
  const [locked] = await lockRows(
    tx,
    tx.q.selectFrom('comments').select(['id', 'voice_id']).where('id', '=', comment.id),
  );
  if (!locked) return false;
  await countComment(tx, comment, -1);
  await countAnswersBeneath(tx, comment.id);
  await tx.q.deleteFrom('comments').where('id', '=', comment.id).execute();
  if (locked.voice_id !== null) await removeUnlessEvidence(jobs, tx, [locked.voice_id]);
  await publish(tx, { kind: 'comment', id: post, to: { members: told } });
  return true;
};

/**
 * Deletes the viewer's own comment, or one under their own moment. Nobody is notified.
 * @throws missing, or forbidden
 */
export const deleteComment = (
  { db, jobs }: Pick<AppContext, 'db' | 'jobs'>,
  viewer: Viewer,
  publicId: string,
): Promise<void> => db.write((tx) => deleteCommentIn(jobs, tx, viewer, publicId));

/** Like `deleteComment`, as a part of a transaction. @throws missing, forbidden */
export const deleteCommentIn = async (
  jobs: Jobs,
  tx: Tx,
  viewer: Viewer,
  publicId: string,
): Promise<void> => {
  const comment = await findComment(tx, viewer, publicId);
  assertMayDeleteComment(viewer, comment);
  if (!(await erase(jobs, tx, comment))) throw missing();
};

/** Deletes a comment by its key, as an administrator's decision on a report. */
export const removeReportedComment = async (jobs: Jobs, tx: Tx, commentId: number): Promise<void> => {
  const comment = await tx.q
    .selectFrom('comments')
    .select(['id', 'post_id', 'author_id', 'thread_id'])
    .where('id', '=', commentId)
    .executeTakeFirst();
  if (!comment) return;
  const { id, post_id: postId, author_id: authorId, thread_id: threadId } = comment;
  await erase(jobs, tx, { id, postId, authorId, threadId });
};

/** Deletes a comment again that a restored backup brought back. @returns whether it existed */
export const removeCommentAgain = async (jobs: Jobs, tx: Tx, publicId: string): Promise<boolean> => {
  const comment = await tx.q
    .selectFrom('comments')
    .select('id')
    .where('public_id', '=', publicId)
    .executeTakeFirst();
  if (!comment) return false;
  await removeReportedComment(jobs, tx, comment.id);
  return true;
};
