import { sql } from 'kysely';
import { col, isBanned, isLeftOut, type Predicate, runsCircle, type SqlRef, seesPost } from './sees.ts';

/**
 * Objects that the viewer saw until a block, for reports alone: a block must not make a member unreportable. The
 * memberships that the block ended are kept for 30 days.
 */
export const reportableFor = 30 * 24 * 60 * 60_000;

/** The block `b` between the two is at most 30 days old, and newer than the object created at `made`. */
const cameBetween = (viewer: SqlRef, other: SqlRef, made: SqlRef): Predicate => sql<boolean>`(
  b.created_at > ${Date.now() - reportableFor} and b.created_at >= ${made}
  and ((b.blocker_id = ${viewer} and b.blocked_id = ${other})
    or (b.blocker_id = ${other} and b.blocked_id = ${viewer})))`;

/** A member's circles at the time of the block `b`. */
const placesThen = (member: SqlRef) => sql`(
  select circle_id, sees_after_post_id, added_by, added_at, face_since from circle_members where user_id = ${member}
  union all
  select circle_id, sees_after_post_id, added_by, added_at, face_since from blocked_memberships where user_id = ${member})`;

interface PostRefs {
  id: SqlRef;
  author: SqlRef;
  createdAt: SqlRef;
}

/** The viewer saw the post until a block between them and its author. */
export const sawPostUntilBlock = (viewer: SqlRef, post: PostRefs): Predicate => sql<boolean>`(
  not ${isBanned(post.author)} and not ${isLeftOut(viewer, post.id)} and exists (
    select 1 from blocks b join post_circles shared on shared.post_id = ${post.id}
    join ${placesThen(viewer)} place on place.circle_id = shared.circle_id
    where ${cameBetween(viewer, post.author, post.createdAt)}
      and shared.post_id > place.sees_after_post_id and place.added_at <= b.created_at))`;

interface SeenCommentRefs {
  id: SqlRef;
  author: SqlRef;
  thread: SqlRef;
  answered: SqlRef;
  createdAt: SqlRef;
}

/** The viewer saw the comment until a block between them and its writer, or the writer of the comment above it. */
export const sawCommentUntilBlock = (
  viewer: SqlRef,
  comment: SeenCommentRefs,
  post: PostRefs,
): Predicate => sql<boolean>`(
  not ${isBanned(comment.author)}
  and (${seesPost(viewer, post)} or ${sawPostUntilBlock(viewer, post)})
  and exists (
    select 1 from comments hidden cross join blocks b
    where hidden.id in (${comment.id}, ${comment.thread})
      and ${cameBetween(viewer, col('hidden.author_id'), comment.createdAt)}
      and (${post.author} = ${viewer} or ${comment.answered} = ${viewer} or exists (
        select 1 from comment_circles kept join ${placesThen(viewer)} place on place.circle_id = kept.circle_id
        where kept.comment_id = ${comment.id} and place.added_at <= b.created_at))))`;

/** The viewer blocks the member, or was blocked by them in the last 30 days. */
export const sawMemberUntilBlock = (viewer: SqlRef, member: SqlRef): Predicate => sql<boolean>`(
  not ${isBanned(member)} and (
    exists (select 1 from blocks where blocker_id = ${viewer} and blocked_id = ${member})
    or exists (select 1 from blocks where blocker_id = ${member} and blocked_id = ${viewer}
      and created_at > ${Date.now() - reportableFor})))`;

/** The name rule opened the member to the viewer, until a block between the two that is at most 30 days old. */
export const sawFullProfileUntilBlock = (viewer: SqlRef, member: SqlRef): Predicate => sql<boolean>`(
  exists (
    select 1 from circles run join ${placesThen(viewer)} place on place.circle_id = run.id
    join blocks b on ${cameBetween(viewer, member, col('place.added_at'))}
    where place.added_by = ${member} and ${runsCircle(member, { id: col('run.id'), owner: col('run.owner_id') })})
  or exists (
    select 1 from ${placesThen(member)} face join ${placesThen(viewer)} place on place.circle_id = face.circle_id
    join blocks b on ${cameBetween(viewer, member, col('face.face_since'))}
    where face.face_since > 0 and place.added_at <= b.created_at))`;
