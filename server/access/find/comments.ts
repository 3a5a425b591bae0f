import { type RawBuilder, sql } from 'kysely';
import { prepared, type StatementRunner } from '../../platform/db/database.ts';
import { missing } from '../../platform/problem.ts';
import { type SqlRef } from '../rules/sees.ts';
import { commentRefs, seesComment } from '../rules/sees-talk.ts';
import type { Viewer } from '../viewer.ts';

export interface FoundComment {
  id: number;
  authorId: number;
  postId: number;
  postAuthorId: number;
  /** Keys of the first comment above an answer, and of the member whom it answers. */
  threadId: number | null;
  answeredId: number | null;
  /** The public id of the photo of its post that it is about. */
  photo: string | null;
}

// The columns are named as the fields, in quotation marks: PostgreSQL folds other names to lower case.
const commentByPublicId = (name: string, isFound: (viewer: SqlRef) => RawBuilder<unknown>) =>
  prepared<{ viewer: number; publicId: string }, FoundComment>({
    name,
    parameters: ['viewer', 'publicId'],
    text: ({ viewer, publicId }) => sql`
      select comments.id, comments.author_id as "authorId", comments.post_id as "postId",
        posts.author_id as "postAuthorId", comments.thread_id as "threadId", comments.answered_id as "answeredId",
        (select pictured.public_id from images pictured
          where pictured.id = comments.image_id and pictured.post_id = comments.post_id) as photo
      from comments join posts on posts.id = comments.post_id
      where comments.public_id = ${publicId} and ${isFound(viewer)}`,
  });

const isSeenComment = (viewer: SqlRef) => seesComment(viewer, commentRefs('comments', 'posts'));

const seenComment = commentByPublicId('find_seen_comment', isSeenComment);
const seenOrOwnComment = commentByPublicId(
  'find_comment',
  (viewer) => sql`(comments.author_id = ${viewer} or ${isSeenComment(viewer)})`,
);

const foundComment = ([comment]: readonly FoundComment[]): FoundComment => {
  if (!comment) throw missing();
  return comment;
};

/**
 * A comment that the viewer sees or wrote. Authors who no longer see the post may still delete their comments.
 * @throws missing
 */
export const findComment = async (
  from: StatementRunner,
  viewer: Viewer,
  publicId: string,
): Promise<FoundComment> => foundComment(await from.run(seenOrOwnComment, { viewer: viewer.id, publicId }));

/** A comment that the viewer sees now. @throws missing */
export const findSeenComment = async (
  from: StatementRunner,
  viewer: Viewer,
  publicId: string,
): Promise<FoundComment> => foundComment(await from.run(seenComment, { viewer: viewer.id, publicId }));
