import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { lockRows } from '../../platform/db/locks.ts';
import { col, isMuted, type Predicate, type SqlRef } from '../rules/sees.ts';
import { commentRefs, seesComment, seesCommentOfSeenPost } from '../rules/sees-talk.ts';

/** The member stopped following the post. */
export const hasStopped = (member: SqlRef, post: SqlRef): Predicate => sql<boolean>`exists (
  select 1 from unfollowed_posts stopped where stopped.user_id = ${member} and stopped.post_id = ${post})`;

/** The photo `image` of the post is one that the member added. */
const isOwnPhoto = (member: SqlRef, image: SqlRef, post: SqlRef): Predicate => sql<boolean>`exists (
  select 1 from images mine where mine.id = ${image} and mine.owner_id = ${member} and mine.post_id = ${post})`;

const hasCommented = (member: SqlRef, post: SqlRef): Predicate =>
  sql<boolean>`exists (select 1 from comments own where own.post_id = ${post} and own.author_id = ${member})`;

/** The member added photos to the post and commented on nothing there: they follow what concerns their photos. */
export const followsPhotosAlone = (member: SqlRef, post: SqlRef): Predicate => sql<boolean>`(
  exists (select 1 from images mine where mine.post_id = ${post} and mine.owner_id = ${member})
  and not ${hasCommented(member, post)})`;

/**
 * The member commented on the post, or added a photo that a comment is about, is not the author of the post, and did not
 * stop following it.
 */
export const isFollowing = (member: SqlRef, post: { id: SqlRef; author: SqlRef }): Predicate => sql<boolean>`(
  ${post.author} <> ${member} and not ${hasStopped(member, post.id)}
  and (${hasCommented(member, post.id)} or exists (
    select 1 from comments about where about.post_id = ${post.id} and about.image_id is not null
      and ${isOwnPhoto(member, col('about.image_id'), post.id)})))`;

/** The comment answers the member or mentions them: it has another notification, or none if they chose so. */
const isAddressedTo = (member: SqlRef, comment: { id: SqlRef; answered: SqlRef }): Predicate => sql<boolean>`(
  coalesce(${comment.answered}, 0) = ${member} or exists (select 1 from comment_mentions named
    where named.comment_id = ${comment.id} and named.user_id = ${member}))`;

/**
 * The keys (`id`) of the members to notify of a comment, and of its `post`: those who commented on the post before, and
 * the one who added the photo that it is about, who follow it, see the new comment and have not muted its writer. Members to whom it is addressed are left out.
 */
export const followersToNotify = (comment: SqlRef) => sql`
  select earlier.author_id as id, told.post_id as post
  from comments told join posts beneath on beneath.id = told.post_id
  join (select former.author_id from comments former
    where former.post_id = (select post_id from comments where id = ${comment}) and former.id < ${comment}
    union select pictured.owner_id from comments this join images pictured on pictured.id = this.image_id
    where this.id = ${comment}) earlier on earlier.author_id <> told.author_id
  join users follower on follower.id = earlier.author_id and follower.by_letter = 0
  where told.id = ${comment}
    and ${isFollowing(col('earlier.author_id'), { id: col('beneath.id'), author: col('beneath.author_id') })}
    and ${seesComment(col('earlier.author_id'), commentRefs('told', 'beneath'))}
    and not ${isMuted(col('earlier.author_id'), col('told.author_id'))}
    and not ${isAddressedTo(col('earlier.author_id'), { id: col('told.id'), answered: col('told.answered_id') })}`;

/** Locks the post of a comment, so that a member who stops following it concurrently gets nothing more. */
export const lockPostOf = async (tx: Tx, commentId: number): Promise<void> => {
  const commented = tx.q.selectFrom('comments').select('post_id').where('id', '=', commentId);
  await lockRows(tx, tx.q.selectFrom('posts').select('id').where('id', 'in', commented));
};

interface Conversation {
  post: SqlRef;
  /** The first comment that a notification is about, or null. */
  first: SqlRef;
}

// Comments `heard` of others that the viewer sees, who sees the post, without those that are addressed to the viewer.
const laterComments = (viewer: SqlRef, { post, first }: Conversation) => sql`
  from comments heard join posts beneath on beneath.id = heard.post_id
  where heard.post_id = ${post} and heard.id >= ${first} and heard.author_id <> ${viewer}
    and not ${isMuted(viewer, col('heard.author_id'))}
    and not ${isAddressedTo(viewer, { id: col('heard.id'), answered: col('heard.answered_id') })}
    and (not ${followsPhotosAlone(viewer, post)} or ${isOwnPhoto(viewer, col('heard.image_id'), post)})
    and ${seesCommentOfSeenPost(viewer, commentRefs('heard', 'beneath'))}`;

/** One of the comments is left for the viewer. Requires a viewer who sees the post. */
export const seesConversation = (viewer: SqlRef, conversation: Conversation): Predicate =>
  sql<boolean>`exists (select 1 ${laterComments(viewer, conversation)})`;

/** The key of the newest of the comments. */
export const selectLatestComment = (viewer: SqlRef, conversation: Conversation): RawBuilder<number | null> =>
  sql<number | null>`(select heard.id ${laterComments(viewer, conversation)} order by heard.id desc limit 1)`;

/** The number of their writers. */
export const countWriters = (viewer: SqlRef, conversation: Conversation): RawBuilder<number> =>
  sql<number>`(select count(distinct heard.author_id) ${laterComments(viewer, conversation)})`;
