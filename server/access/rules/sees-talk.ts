import { type RawBuilder, sql } from 'kysely';
import {
  type Predicate,
  col,
  isMuted,
  isUnclaimed,
  type SqlRef,
  seesCircleById,
  seesPerson,
  seesPost,
  seesPostById,
} from './sees.ts';
import { seesPhotoOfSeenPost } from './sees-photos.ts';
import { seesQuestionById } from './sees-questions.ts';

interface CommentRefs {
  id: SqlRef;
  author: SqlRef;
  /** The first comment above an answer, or null. */
  thread: SqlRef;
  /** The member whose comment this one answers, or null. */
  answered: SqlRef;
  /** The photo that it is about, or null. */
  photo: SqlRef;
  /** The member who added the photo that it is about, even if that has left the post, or null. */
  adder: SqlRef;
  post: SqlRef;
  postAuthor: SqlRef;
}

/** The columns of a comment, by the alias of its row and of its post's row. */
export const commentRefs = (comment: string, post: string): CommentRefs => ({
  id: col(`${comment}.id`),
  author: col(`${comment}.author_id`),
  thread: col(`${comment}.thread_id`),
  answered: col(`${comment}.answered_id`),
  photo: col(`${comment}.image_id`),
  adder: col(`${comment}.about_owner_id`),
  post: col(`${post}.id`),
  postAuthor: col(`${post}.author_id`),
});

/**
 * Comments keep to their circle (COMMENT-2). Readers are the writer, the member who is answered (ANSWER-2), the post's
 * author, and the current members of the comment's circles. Requires a viewer who sees the post. Comments of blocked or
 * banned writers are hidden, and so are the answers beneath them (ANSWER-4). Comments about a photo of the post need sight
 * of that photo (ABOUT-3), and once it has left the post, of the member who added it.
 */
export const seesCommentOfSeenPost = (viewer: SqlRef, comment: CommentRefs): Predicate => sql<boolean>`(
  ${comment.author} = ${viewer}
  or ((${comment.postAuthor} = ${viewer} or ${comment.answered} = ${viewer} or exists (
        select 1 from comment_circles kept
        join circle_members present on present.circle_id = kept.circle_id and present.user_id = ${viewer}
        where kept.comment_id = ${comment.id}))
      and ${seesPerson(viewer, comment.author)}
      and not exists (select 1 from comments above where above.id = ${comment.thread}
        and not ${seesPerson(viewer, col('above.author_id'))})
      and (${comment.adder} is null or ${seesPerson(viewer, comment.adder)})
      and not exists (select 1 from images pictured
        where pictured.id = ${comment.photo} and pictured.post_id = ${comment.post}
          and not ${seesPhotoOfSeenPost(viewer, { adder: col('pictured.owner_id'), post: comment.post, postAuthor: comment.postAuthor })})))`;

/** The viewer sees the post and the comment. */
export const seesComment = (viewer: SqlRef, comment: CommentRefs): Predicate => sql<boolean>`(
  ${seesPost(viewer, { id: comment.post, author: comment.postAuthor })}
  and ${seesCommentOfSeenPost(viewer, comment)})`;

/** Like `seesComment`, by the comment's key alone. */
export const seesCommentById = (viewer: SqlRef, comment: SqlRef): Predicate => sql<boolean>`exists (
  select 1 from comments heard join posts beneath on beneath.id = heard.post_id
  where heard.id = ${comment} and ${seesComment(viewer, commentRefs('heard', 'beneath'))})`;

interface LikeRefs {
  giver: SqlRef;
  post: SqlRef;
  postAuthor: SqlRef;
  /** A query that yields the `circle_id`s of the like. Default: as stored. */
  circles?: RawBuilder<unknown>;
}

const circlesOfLike = ({ post, giver }: LikeRefs) =>
  sql`select belongs.circle_id from like_circles belongs where belongs.post_id = ${post} and belongs.user_id = ${giver}`;

/**
 * Likes keep to their circle (LIKE-3). They are visible to the giver, the post's author, and the current members of
 * the shared circles that the giver was in. Requires a viewer who sees the post; likes of blocked or banned givers are
 * hidden.
 */
export const seesLikeOfSeenPost = (viewer: SqlRef, like: LikeRefs): Predicate => sql<boolean>`(
  ${like.giver} = ${viewer}
  or ((${like.postAuthor} = ${viewer} or exists (
        select 1 from (${like.circles ?? circlesOfLike(like)}) kept
        join circle_members present on present.circle_id = kept.circle_id and present.user_id = ${viewer}))
      and ${seesPerson(viewer, like.giver)}))`;

/**
 * Hearts of photos keep to their circle as likes of moments do. Requires a viewer who sees the photo (ABOUT-1). `image`
 * is the alias of the photo's row, `post` that of its post's row.
 */
export const seesHeartOfSeenPhoto = (
  viewer: SqlRef,
  giver: SqlRef,
  { image, post }: { image: string; post: string },
): Predicate =>
  seesLikeOfSeenPost(viewer, {
    giver,
    post: col(`${post}.id`),
    postAuthor: col(`${post}.author_id`),
    circles: sql`select belongs.circle_id from photo_like_circles belongs
      where belongs.image_id = ${col(`${image}.id`)} and belongs.user_id = ${giver}`,
  });

/** The viewer sees the post and the like. */
export const seesLike = (viewer: SqlRef, like: LikeRefs): Predicate => sql<boolean>`(
  ${seesPost(viewer, { id: like.post, author: like.postAuthor })}
  and ${seesLikeOfSeenPost(viewer, like)})`;

interface NotificationRefs {
  reader: SqlRef;
  kind: RawBuilder<string>;
  actor: SqlRef;
  post: SqlRef;
  comment: SqlRef;
  circle: SqlRef;
  invitation: SqlRef;
  question: SqlRef;
}

/** Notifications are listed and counted only while their object is visible to the reader (NOTIFY-1). */
export const seesNotification = (viewer: SqlRef, notification: NotificationRefs): Predicate => sql<boolean>`(
  ${notification.reader} = ${viewer}
  and (${notification.actor} is null or ${notification.kind} = 'admin_acted'
    or (${seesPerson(viewer, notification.actor)}
      and not (${notification.kind} in ('like', 'comment', 'answer', 'mention') and ${isMuted(viewer, notification.actor)})))
  and (${notification.post} is null or ${seesPostById(viewer, notification.post)})
  and (${notification.comment} is null or ${seesCommentById(viewer, notification.comment)})
  and (${notification.circle} is null or ${seesCircleById(viewer, notification.circle)})
  and (${notification.question} is null or ${seesQuestionById(viewer, notification.question)})
  and (${notification.invitation} is null or exists (
    select 1 from invitations open where open.id = ${notification.invitation} and open.accepted_at is null and open.withdrawn_at is null
      and not ${isUnclaimed(col('open.inviter_id'))})))`;
