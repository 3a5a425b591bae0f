import { type RawBuilder, sql } from 'kysely';

/**
 * The one definition of who sees what (docs/product/sight.md): SQL predicates over the viewer's key and the object. A
 * reference is a column or a bound value. The same text therefore answers "may I?" (by id), "which may I?" (lists,
 * counts) and "who may?" (recipients).
 */
export type SqlRef = RawBuilder<number>;
export type Predicate = RawBuilder<boolean>;

/** A bound key. */
export const bind = (value: number): SqlRef => sql<number>`${value}`;
/** A column, as `alias.column`. */
export const col = (name: string): SqlRef => sql.ref<number>(name);

/** One of the two has blocked the other (BLOCK-1). */
export const isBlockedBetween = (a: SqlRef, b: SqlRef): Predicate => sql<boolean>`(
  exists (select 1 from blocks where blocker_id = ${a} and blocked_id = ${b})
  or exists (select 1 from blocks where blocker_id = ${b} and blocked_id = ${a}))`;

/** Nobody sees a banned member (ADMIN-3), and no counter includes them. */
export const isBanned = (user: SqlRef): Predicate =>
  sql<boolean>`exists (select 1 from users banned where banned.id = ${user} and banned.banned_at is not null)`;

/** The rows of this account are being deleted, so it exists for nobody, not even for administrators (ACCOUNT-7). */
export const isErased = (member: string): Predicate =>
  sql<boolean>`(${sql.ref(`${member}.email_key`)} = 'DELETED ' || ${sql.ref(`${member}.public_id`)})`;

/**
 * A password reset confirmed the address for the first time, and its owner has not yet said whether the account is
 * theirs. Until then others see nothing of the account (docs/decisions/0008).
 */
export const isUnclaimed = (user: SqlRef): Predicate =>
  sql<boolean>`exists (select 1 from users unclaimed where unclaimed.id = ${user} and unclaimed.claim_asked_at is not null)`;

/** The member keeps the circle with its owner. */
export const keepsCircle = (member: SqlRef, circle: SqlRef): Predicate => sql<boolean>`exists (
  select 1 from circle_members keeping
  where keeping.circle_id = ${circle} and keeping.user_id = ${member} and keeping.kept_since is not null)`;

/** The member owns the circle, or keeps it. */
export const runsCircle = (member: SqlRef, circle: { id: SqlRef; owner: SqlRef }): Predicate =>
  sql<boolean>`(${circle.owner} = ${member} or ${keepsCircle(member, circle.id)})`;

/** The member shows their profile to everyone in a circle, and the viewer is in it (CIRCLE-22). */
const showsFace = (viewer: SqlRef, user: SqlRef): Predicate => sql<boolean>`exists (
  select 1 from circle_members face join circle_members beside on beside.circle_id = face.circle_id
  where face.user_id = ${user} and face.face_since > 0 and beside.user_id = ${viewer})`;

/**
 * The name rule opens `user` to the viewer (PEOPLE-2): the viewer is `user`, or `user` added the viewer to a circle
 * that `user` owns or keeps, or shows their face in a circle of both. A handed-over circle does not count, or anybody
 * could open a stranger's profile by making them an owner. A block may leave both in the circle.
 */
export const seesFullProfile = (viewer: SqlRef, user: SqlRef): Predicate => sql<boolean>`(
  ${user} = ${viewer} or ((exists (
    select 1 from circle_members added join circles run on run.id = added.circle_id
    where added.user_id = ${viewer} and added.added_by = ${user}
      and ${runsCircle(user, { id: col('run.id'), owner: col('run.owner_id') })})
      or ${showsFace(viewer, user)})
    and not ${isUnclaimed(user)} and not ${isBlockedBetween(viewer, user)}))`;

/** The member exists for the viewer, at least by name: in lists of circles, as author or actor. */
export const seesPerson = (viewer: SqlRef, user: SqlRef): Predicate => sql<boolean>`(
  ${user} = ${viewer} or not (${isBlockedBetween(viewer, user)} or ${isBanned(user)}))`;

/**
 * The keys of all members for whom `seesPerson` is false. A long list queries them once instead of testing each
 * member.
 */
export const hiddenPeople = (viewer: SqlRef) => sql`
  select id from (
    select blocked_id as id from blocks where blocker_id = ${viewer}
    union all select blocker_id from blocks where blocked_id = ${viewer}
    union all select id from users where banned_at is not null) hidden`;

/**
 * The viewer can find the member: not banned, not suspended at `now` (epoch ms), and not blocked in either direction.
 * `member` is the alias of a `users` row. Long lists read its own columns, and look up the blocked members once.
 */
export const isListed = (viewer: SqlRef, member: string, now: number | SqlRef): Predicate => sql<boolean>`(
  ${sql.ref(`${member}.banned_at`)} is null
  and (${sql.ref(`${member}.suspended_until`)} is null or ${sql.ref(`${member}.suspended_until`)} <= ${now})
  and ${sql.ref(`${member}.id`)} not in (
    select blocked_id from blocks where blocker_id = ${viewer}
    union all select blocker_id from blocks where blocked_id = ${viewer}))`;

/**
 * A row of `users`, with the alias `member`, has this id or username. A username that Circle suggested could be guessed:
 * it finds members outside the directory only for people in a circle of which both know (PEOPLE-17).
 */
export const isNamed = (viewer: SqlRef, member: string, usernameOrId: string): Predicate => sql<boolean>`(
  ${sql.ref(`${member}.public_id`)} = ${usernameOrId}
  or (${sql.ref(`${member}.username`)} = ${usernameOrId.toLowerCase()}
    and (${sql.ref(`${member}.username_chosen`)} = 1 or ${sql.ref(`${member}.in_directory`)} = 1 or exists (
      select 1 from circle_members theirs
      join circles common on common.id = theirs.circle_id
      join circle_members mine on mine.circle_id = theirs.circle_id and mine.user_id = ${viewer}
      where theirs.user_id = ${sql.ref(`${member}.id`)}
        and (common.kind = 'shared' or common.owner_id in (${viewer}, theirs.user_id))))))`;

/** The viewer can open the member's profile: `isListed` by key. */
export const seesProfile = (viewer: SqlRef, user: SqlRef, now: number | SqlRef): Predicate => sql<boolean>`(
  exists (select 1 from users listed where listed.id = ${user} and ${isListed(viewer, 'listed', now)}))`;

const isMember = (viewer: SqlRef, circle: SqlRef): Predicate => sql<boolean>`exists (
  select 1 from circle_members membership where membership.circle_id = ${circle} and membership.user_id = ${viewer})`;

/**
 * A shared circle exists for its members, a private one for its owner alone (CIRCLE-2, CIRCLE-3). A query that has
 * joined the viewer's membership passes that as `belongs`.
 */
export const seesCircle = (
  viewer: SqlRef,
  circle: { id: SqlRef; kind: RawBuilder<string>; owner: SqlRef },
  belongs: Predicate = isMember(viewer, circle.id),
): Predicate => sql<boolean>`(${circle.owner} = ${viewer} or (${circle.kind} = 'shared' and ${belongs}))`;

/** Like `seesCircle`, by the circle's key alone. */
export const seesCircleById = (viewer: SqlRef, circle: SqlRef): Predicate => sql<boolean>`exists (
  select 1 from circles known where known.id = ${circle}
    and ${seesCircle(viewer, { id: col('known.id'), kind: sql.ref('known.kind'), owner: col('known.owner_id') })})`;

/** The key and the author of a post. */
export interface PostRefs {
  id: SqlRef;
  author: SqlRef;
}

/** The post of a `post_circles` row, by its alias. */
export const postOf = (postCircle: string): PostRefs => ({
  id: col(`${postCircle}.post_id`),
  author: col(`${postCircle}.author_id`),
});

/** The post leaves the member out (TRUTH-2). */
export const isLeftOut = (user: SqlRef, post: SqlRef): Predicate =>
  sql<boolean>`exists (select 1 from post_hidden_from hidden where hidden.post_id = ${post} and hidden.user_id = ${user})`;

/**
 * The circle's feed begins before the post: the member joined before it, or sees the circle's past (CIRCLE-12). It says
 * nothing about who sees the post, which may be in another circle of the member's, too.
 */
export const isInFeedOf = (member: SqlRef, circle: SqlRef, post: SqlRef): Predicate => sql<boolean>`(
  ${post} > (select within.sees_after_post_id from circle_members within
    where within.circle_id = ${circle} and within.user_id = ${member}))`;

/**
 * The members of the post's circles who joined before the post or see the circle's past (SIGHT-1, CIRCLE-12), and whom
 * the post does not leave out.
 */
const readers = (post: SqlRef) => sql`
  from post_circles shared join circle_members reader on reader.circle_id = shared.circle_id
  where shared.post_id = ${post} and shared.post_id > reader.sees_after_post_id
    and not ${isLeftOut(col('reader.user_id'), col('shared.post_id'))}`;

/** Readers of a post and the circles through which they see it, before blocks and bans are considered. */
export const readersByCircle = (post: SqlRef) => sql`
  select reader.user_id as id, shared.circle_id, reader.added_at ${readers(post)}`;

/** The viewer is one of the post's readers, before blocks and bans are considered. */
// `exists` would let PostgreSQL read every post of all circles of the viewer and look it up in memory.
export const isInAudience = (viewer: SqlRef, post: SqlRef): Predicate =>
  sql<boolean>`((select 1 ${readers(post)} and reader.user_id = ${viewer} limit 1) is not null)`;

/** The author, and every current member of at least one circle of the post; nobody else (SIGHT-1). */
export const seesPost = (viewer: SqlRef, post: PostRefs): Predicate => sql<boolean>`(
  ${post.author} = ${viewer}
  or (${isInAudience(viewer, post.id)} and ${seesPerson(viewer, post.author)} and not ${isUnclaimed(post.author)}))`;

/**
 * Like `seesPost`, as the keys of all readers of a post besides its author. `through` narrows the circles by `shared`
 * and the members by `reader`.
 */
export const readersOfPost = (post: SqlRef, author: SqlRef, through: RawBuilder<unknown> = sql``) => sql`
  select distinct reader.user_id as id ${readers(post)} and reader.user_id <> ${author} ${through}
    and reader.user_id not in (${hiddenPeople(author)}) and not ${isUnclaimed(author)}`;

/** Like `seesPost`, by the post's key alone. */
export const seesPostById = (viewer: SqlRef, post: SqlRef): Predicate => sql<boolean>`exists (
  select 1 from posts seen where seen.id = ${post}
    and ${seesPost(viewer, { id: col('seen.id'), author: col('seen.author_id') })})`;

/** Muting hides a person's posts in the feed, and notifications of their likes and comments (BLOCK-7). */
export const isMuted = (viewer: SqlRef, author: SqlRef): Predicate =>
  sql<boolean>`exists (select 1 from mutes where muter_id = ${viewer} and muted_id = ${author})`;

/** Authors whose posts the viewer's feed leaves out: muted, blocked in either direction, banned or unclaimed. */
const hiddenAuthors = (viewer: SqlRef) => sql`
  select muted_id as author from mutes where muter_id = ${viewer}
  union all ${hiddenPeople(viewer)}
  union all select id from users where claim_asked_at is not null`;

/**
 * The feed keeps a post that it found if the viewer sees it and has not muted its author. Equal to `seesPost` without
 * the muted, but the hidden authors are read once for the whole list.
 */
export const belongsInFeed = (viewer: SqlRef, post: SqlRef): Predicate => sql<boolean>`exists (
  select 1 from posts fed where fed.id = ${post} and (fed.author_id = ${viewer}
    or (${isInAudience(viewer, col('fed.id'))} and fed.author_id not in (${hiddenAuthors(viewer)}))))`;

/**
 * Like `belongsInFeed`, for a post in a circle that the viewer has been in since before the post. Its author, and the
 * posts that leave the viewer out, are left to check. Used for counting to a thousand; posts that are shown pass the
 * full check.
 */
export const countsInFeed = (viewer: SqlRef, post: PostRefs): Predicate =>
  sql<boolean>`(${post.author} not in (${hiddenAuthors(viewer)})
    and ${post.id} not in (select post_id from post_hidden_from where user_id = ${viewer}))`;
