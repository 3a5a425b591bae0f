import { type RawBuilder, sql } from 'kysely';

/**
 * Who sees what, once (docs/product/sight.md), as SQL predicates over two references: the viewer's key and the
 * object. A reference is a column or a bound value, so the same text answers "may I?" (by id), "which may I?"
 * (lists, counts) and "who may?" (recipients).
 */
export type Ref = RawBuilder<number>;
export type Predicate = RawBuilder<boolean>;

/** A bound key. */
export const key = (value: number): Ref => sql<number>`${value}`;
/** A column, as `alias.column`. */
export const column = (name: string): Ref => sql.ref<number>(name);

/** One of the two has blocked the other (BLOCK-1). */
export const apart = (a: Ref, b: Ref): Predicate => sql<boolean>`(
  exists (select 1 from blocks where blocker_id = ${a} and blocked_id = ${b})
  or exists (select 1 from blocks where blocker_id = ${b} and blocked_id = ${a}))`;

/** A banned member is gone for everybody (ADMIN-3), and counted nowhere. */
export const isBanned = (user: Ref): Predicate =>
  sql<boolean>`exists (select 1 from users banned where banned.id = ${user} and banned.banned_at is not null)`;

/**
 * A password reset has confirmed the address for the first time, and its owner has not said yet whether the account is
 * theirs. Until then nothing of it opens to others (docs/decisions/0008).
 */
const isUnclaimed = (user: Ref): Predicate =>
  sql<boolean>`exists (select 1 from users unclaimed where unclaimed.id = ${user} and unclaimed.claim_asked_at is not null)`;

/**
 * The name rule opens (PEOPLE-2, PEOPLE-3): `user` owns a circle that the viewer is in by `user`'s own act, or is the
 * viewer. Being handed a circle is no such act, or anybody could open a stranger's profile by making them an owner.
 */
export const isOpenTo = (viewer: Ref, user: Ref): Predicate => sql<boolean>`(
  ${user} = ${viewer} or exists (
    select 1 from circles owned join circle_members added on added.circle_id = owned.id
    where owned.owner_id = ${user} and added.user_id = ${viewer} and added.added_by = ${user}
      and not ${isUnclaimed(user)}))`;

/** The member exists for the viewer, at least by name: in lists of circles, as author or actor. */
export const seesPerson = (viewer: Ref, user: Ref): Predicate => sql<boolean>`(
  ${user} = ${viewer} or not (${apart(viewer, user)} or ${isBanned(user)}))`;

/** As `seesPerson`, as the keys of those whom the viewer does not see: long lists look them up once. */
export const hiddenPeople = (viewer: Ref) => sql`
  select id from (
    select blocked_id as id from blocks where blocker_id = ${viewer}
    union all select blocker_id from blocks where blocked_id = ${viewer}
    union all select id from users where banned_at is not null) hidden`;

/**
 * The member can be found: not banned, not suspended now (epoch ms), and no block parts the two. `member` is the alias
 * of a `users` row: in long lists its own columns answer, and who is blocked is looked up once.
 */
export const isListed = (viewer: Ref, member: string, now: number): Predicate => sql<boolean>`(
  ${sql.ref(`${member}.banned_at`)} is null
  and (${sql.ref(`${member}.suspended_until`)} is null or ${sql.ref(`${member}.suspended_until`)} <= ${now})
  and ${sql.ref(`${member}.id`)} not in (
    select blocked_id from blocks where blocker_id = ${viewer}
    union all select blocker_id from blocks where blocked_id = ${viewer}))`;

/** The member has a profile to open: the same, by key. */
export const seesProfile = (viewer: Ref, user: Ref, now: number): Predicate => sql<boolean>`(
  exists (select 1 from users listed where listed.id = ${user} and ${isListed(viewer, 'listed', now)}))`;

/** A shared circle exists for its members, a private one for its owner alone (CIRCLE-2, CIRCLE-3). */
export const seesCircle = (
  viewer: Ref,
  circle: { id: Ref; kind: RawBuilder<string>; owner: Ref },
): Predicate =>
  sql<boolean>`(
    ${circle.owner} = ${viewer} or (${circle.kind} = 'shared' and exists (
      select 1 from circle_members membership
      where membership.circle_id = ${circle.id} and membership.user_id = ${viewer})))`;

/** As `seesCircle`, by the circle's key alone. */
export const knowsCircle = (viewer: Ref, circle: Ref): Predicate => sql<boolean>`exists (
  select 1 from circles known where known.id = ${circle}
    and ${seesCircle(viewer, { id: column('known.id'), kind: sql.ref('known.kind'), owner: column('known.owner_id') })})`;

/** The members of the circles of a post, since before the post or with its past (SIGHT-1, CIRCLE-12). */
const readers = (post: Ref) => sql`
  from post_circles shared join circle_members reader on reader.circle_id = shared.circle_id
  where shared.post_id = ${post} and shared.post_id > reader.sees_from`;

/** Readers of a post and the circles through which they see it, before blocks and bans are considered. */
export const waysToPost = (post: Ref) => sql`
  select reader.user_id as id, shared.circle_id, reader.added_at ${readers(post)}`;

const isInAudience = (viewer: Ref, post: Ref): Predicate =>
  sql<boolean>`exists (select 1 ${readers(post)} and reader.user_id = ${viewer})`;

/** The author, and every current member of at least one circle of the post; nobody else (SIGHT-1). */
export const seesPost = (viewer: Ref, post: { id: Ref; author: Ref }): Predicate => sql<boolean>`(
  ${post.author} = ${viewer}
  or (${isInAudience(viewer, post.id)} and ${seesPerson(viewer, post.author)} and not ${isUnclaimed(post.author)}))`;

/**
 * As `seesPost`, as the keys of all who see a post besides its author; `through` narrows the circles by `shared` and
 * the members by `reader`.
 */
export const readersOfPost = (post: Ref, author: Ref, through: RawBuilder<unknown> = sql``) => sql`
  select distinct reader.user_id as id ${readers(post)} and reader.user_id <> ${author} ${through}
    and reader.user_id not in (${hiddenPeople(author)}) and not ${isUnclaimed(author)}`;

/** As `seesPost`, by the post's key alone. */
export const seesPostById = (viewer: Ref, post: Ref): Predicate => sql<boolean>`exists (
  select 1 from posts seen where seen.id = ${post}
    and ${seesPost(viewer, { id: column('seen.id'), author: column('seen.author_id') })})`;

/** Muting hides a person's posts in the feed, and notifications of their likes and comments (BLOCK-7, BLOCK-8). */
export const isMuted = (viewer: Ref, author: Ref): Predicate =>
  sql<boolean>`exists (select 1 from mutes where muter_id = ${viewer} and muted_id = ${author})`;

/** What the feed keeps of the posts that it found: those the viewer sees and has not muted. */
export const belongsInFeed = (viewer: Ref, post: Ref): Predicate => sql<boolean>`exists (
  select 1 from posts fed where fed.id = ${post}
    and ${seesPost(viewer, { id: column('fed.id'), author: column('fed.author_id') })}
    and not ${isMuted(viewer, column('fed.author_id'))})`;

/** Whose posts the viewer's feed leaves out: the muted, those whom a block keeps apart, the banned, the unclaimed. */
const hiddenAuthors = (viewer: Ref) => sql`
  select muted_id as author from mutes where muter_id = ${viewer}
  union all ${hiddenPeople(viewer)}
  union all select id from users where claim_asked_at is not null`;

/**
 * As `belongsInFeed`, of a post that a circle shows to the viewer, who is in it since before: what is left to ask is
 * whose it is. For counting to a thousand; what is shown is asked in full.
 */
export const countsInFeed = (viewer: Ref, post: Ref): Predicate => sql<boolean>`(
  not exists (${hiddenAuthors(viewer)})
  or not exists (select 1 from posts told where told.id = ${post} and told.author_id in (${hiddenAuthors(viewer)})))`;

interface CommentRefs {
  id: Ref;
  author: Ref;
  post: Ref;
  postAuthor: Ref;
}

/**
 * Comments keep to their circle (COMMENT-2): their writer, the post's author, and the present members of the shared
 * circles that the writer was in. For a viewer who sees the post; a blocked or banned writer's are hidden.
 */
export const seesCommentOfSeenPost = (viewer: Ref, comment: CommentRefs): Predicate => sql<boolean>`(
  ${comment.author} = ${viewer}
  or ((${comment.postAuthor} = ${viewer} or exists (
        select 1 from comment_circles kept
        join circle_members present on present.circle_id = kept.circle_id and present.user_id = ${viewer}
        where kept.comment_id = ${comment.id}))
      and ${seesPerson(viewer, comment.author)}))`;

/** As above, and sees the post. */
export const seesComment = (viewer: Ref, comment: CommentRefs): Predicate => sql<boolean>`(
  ${seesPost(viewer, { id: comment.post, author: comment.postAuthor })}
  and ${seesCommentOfSeenPost(viewer, comment)})`;

/** As `seesComment`, by the comment's key alone. */
export const seesCommentById = (viewer: Ref, comment: Ref): Predicate => sql<boolean>`exists (
  select 1 from comments heard join posts beneath on beneath.id = heard.post_id
  where heard.id = ${comment} and ${seesComment(viewer, {
    id: column('heard.id'),
    author: column('heard.author_id'),
    post: column('beneath.id'),
    postAuthor: column('beneath.author_id'),
  })})`;

/**
 * A report exists for administrators, but not for the one whom it is about: nobody judges themselves, or learns from it
 * who reported them.
 */
export const seesReport = (viewer: Ref, reported: Ref): Predicate => sql<boolean>`(
  ${reported} <> ${viewer}
  and exists (select 1 from users moderator where moderator.id = ${viewer} and moderator.is_admin = 1))`;

/** As `seesReport`, in the audit log: of an act about themselves nobody reads, also when the report is gone. */
export const seesAct = (viewer: Ref, about: Ref): Predicate =>
  sql<boolean>`(${about} is null or ${about} <> ${viewer})`;

/**
 * The one exception to SIGHT-1 (SIGHT-6, REPORT-5): administrators see the evidence of a report, photos included, once
 * they have opened the report and until it is decided.
 */
export const seesEvidence = (
  viewer: Ref,
  report: { id: Ref; member: Ref; decidedAt: RawBuilder<number | null> },
): Predicate => sql<boolean>`(
  ${report.decidedAt} is null and ${seesReport(viewer, report.member)}
  and exists (select 1 from report_reviewers opened
    where opened.report_id = ${report.id} and opened.user_id = ${viewer}))`;

interface ImageRefs {
  id: Ref;
  owner: Ref;
  post: Ref;
  kind: RawBuilder<string>;
}

/**
 * An image is served to those who may see the post, or the profile whose present picture it is; attached to
 * nothing it is its uploader's alone (PHOTO-1, PHOTO-8). Photos that a report keeps: `seesEvidence`.
 */
export const seesImage = (viewer: Ref, image: ImageRefs, now: number): Predicate => sql<boolean>`(
  (${image.post} is null and ${image.kind} <> 'evidence' and ${image.owner} = ${viewer})
  or (${image.post} is not null and ${seesPostById(viewer, image.post)})
  or exists (select 1 from users pictured where pictured.id = ${image.owner} and pictured.avatar_id = ${image.id}
    and ${isOpenTo(viewer, column('pictured.id'))} and ${seesProfile(viewer, column('pictured.id'), now)}))`;

interface NotificationRefs {
  reader: Ref;
  kind: RawBuilder<string>;
  actor: Ref;
  post: Ref;
  comment: Ref;
  circle: Ref;
  invitation: Ref;
}

/** Notifications are listed and counted only while their object is visible to the reader (NOTIFY-1). */
export const seesNotification = (viewer: Ref, notification: NotificationRefs): Predicate => sql<boolean>`(
  ${notification.reader} = ${viewer}
  and (${notification.actor} is null
    or (${seesPerson(viewer, notification.actor)}
      and not (${notification.kind} in ('like', 'comment') and ${isMuted(viewer, notification.actor)})))
  and (${notification.post} is null or ${seesPostById(viewer, notification.post)})
  and (${notification.comment} is null or ${seesCommentById(viewer, notification.comment)})
  and (${notification.circle} is null or ${knowsCircle(viewer, notification.circle)})
  and (${notification.invitation} is null or exists (
    select 1 from invitations open where open.id = ${notification.invitation} and open.accepted_at is null
      and open.code_hash not like 'withdrawn %')))`;
