import { type RawBuilder, sql } from 'kysely';
import { prepared, type Queries, type StatementRunner } from '../platform/db/database.ts';
import { missing } from '../platform/problem.ts';
import {
  col,
  bind,
  commentRefs,
  isNamed,
  seesCircle,
  seesCircleById,
  seesComment,
  seesPerson,
  seesPost,
  seesProfile,
  type SqlRef,
} from './sees.ts';
import { seesReport } from './sees-reports.ts';
import type { Viewer } from './viewer.ts';

/**
 * The only loaders of single objects. Each takes the viewer first, and throws `missing` (404) if the object does not
 * exist or the viewer may not see it. So code that has a loaded object may show it to the viewer.
 */

export interface FoundPost {
  id: number;
  publicId: string;
  authorId: number;
}

const postByPublicId = prepared<{ viewer: number; publicId: string }, { id: number; author_id: number }>({
  name: 'find_post',
  parameters: ['viewer', 'publicId'],
  text: ({ viewer, publicId }) => sql`
    select id, author_id from posts
    where public_id = ${publicId} and ${seesPost(viewer, { id: col('posts.id'), author: col('posts.author_id') })}`,
});

/** @throws missing */
export const findPost = async (
  from: StatementRunner,
  viewer: Pick<Viewer, 'id'>,
  publicId: string,
): Promise<FoundPost> => {
  const [row] = await from.run(postByPublicId, { viewer: viewer.id, publicId });
  if (!row) throw missing();
  return { id: row.id, publicId, authorId: row.author_id };
};

export interface FoundCircle {
  id: number;
  publicId: string;
  ownerId: number;
  kind: 'shared' | 'private';
  isContacts: boolean;
  name: string;
  showsEarlier: boolean;
}

export interface CircleRow {
  id: number;
  public_id: string;
  owner_id: number;
  kind: 'shared' | 'private';
  is_contacts: number;
  name: string;
  shows_earlier: number;
}

export const foundCircle = (row: CircleRow): FoundCircle => ({
  id: row.id,
  publicId: row.public_id,
  ownerId: row.owner_id,
  kind: row.kind,
  isContacts: row.is_contacts === 1,
  name: row.name,
  showsEarlier: row.shows_earlier === 1,
});

/** @throws missing */
export const findCircle = async (q: Queries, viewer: Viewer, publicId: string): Promise<FoundCircle> => {
  const [circle] = await findCircles(q, viewer, [publicId]);
  if (!circle) throw missing();
  return circle;
};

/**
 * All of the named circles, in the order of the given ids.
 * @throws missing if the viewer may not know of one of them
 */
export const findCircles = async (
  q: Queries,
  viewer: Viewer,
  publicIds: readonly string[],
): Promise<FoundCircle[]> => {
  if (publicIds.length === 0) return [];
  const rows = await q
    .selectFrom('circles')
    .select(['id', 'public_id', 'owner_id', 'kind', 'is_contacts', 'name', 'shows_earlier'])
    .where('public_id', 'in', publicIds)
    .where(
      seesCircle(bind(viewer.id), {
        id: col('circles.id'),
        kind: sql.ref('circles.kind'),
        owner: col('circles.owner_id'),
      }),
    )
    .execute();
  const found = new Map(rows.map((row) => [row.public_id, row]));
  return publicIds.map((publicId) => {
    const row = found.get(publicId);
    if (!row) throw missing();
    return foundCircle(row);
  });
};

/** The circles that the viewer sees among these keys. */
export const findCirclesByKey = async (
  q: Queries,
  viewer: Viewer,
  ids: readonly number[],
): Promise<FoundCircle[]> => {
  const rows = await q
    .selectFrom('circles')
    .select('public_id')
    .where('id', 'in', [0, ...ids])
    .where(seesCircleById(bind(viewer.id), col('circles.id')))
    .execute();
  return findCircles(
    q,
    viewer,
    rows.map((row) => row.public_id),
  );
};

export interface FoundMember {
  id: number;
  publicId: string;
  /** A mailbox member. */
  byLetter: boolean;
}

/**
 * A member whose profile exists for the viewer, by id or username.
 * @throws missing
 */
export const findMember = async (q: Queries, viewer: Viewer, usernameOrId: string): Promise<FoundMember> => {
  const row = await q
    .selectFrom('users')
    .select(['id', 'public_id', 'by_letter'])
    .where(isNamed(bind(viewer.id), 'users', usernameOrId))
    .where(seesProfile(bind(viewer.id), col('users.id'), Date.now()))
    .executeTakeFirst();
  if (!row) throw missing();
  return { id: row.id, publicId: row.public_id, byLetter: row.by_letter === 1 };
};

const personByPublicId = prepared<
  { viewer: number; publicId: string; now: number },
  { id: number; by_letter: number }
>({
  name: 'find_person',
  parameters: ['viewer', 'publicId', 'now'],
  text: ({ viewer, publicId, now }) => sql`
    select id, by_letter from users
    where public_id = ${publicId} and id <> ${viewer} and ${seesPerson(viewer, col('users.id'))}
      and (${seesProfile(viewer, col('users.id'), now)} or exists (
        select 1 from circle_members inside
        where inside.user_id = users.id and ${seesCircleById(viewer, col('inside.circle_id'))}))`,
});

/**
 * Another member whom the viewer sees by name: on their profile, or among the members of a circle, where a suspended
 * member stays.
 * @throws missing
 */
export const findPerson = async (
  from: StatementRunner,
  viewer: Viewer,
  publicId: string,
): Promise<FoundMember> => {
  const [row] = await from.run(personByPublicId, { viewer: viewer.id, publicId, now: Date.now() });
  if (!row) throw missing();
  return { id: row.id, publicId, byLetter: row.by_letter === 1 };
};

export interface FoundComment {
  id: number;
  authorId: number;
  postId: number;
  postAuthorId: number;
  /** Keys of the first comment above an answer, and of the member whom it answers. */
  threadId: number | null;
  answeredId: number | null;
}

// The columns are named as the fields, in quotation marks: PostgreSQL folds other names to lower case.
const commentByPublicId = (name: string, isFound: (viewer: SqlRef) => RawBuilder<unknown>) =>
  prepared<{ viewer: number; publicId: string }, FoundComment>({
    name,
    parameters: ['viewer', 'publicId'],
    text: ({ viewer, publicId }) => sql`
      select comments.id, comments.author_id as "authorId", comments.post_id as "postId",
        posts.author_id as "postAuthorId", comments.thread_id as "threadId", comments.answered_id as "answeredId"
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

export interface FoundReport {
  id: number;
  publicId: string;
  targetType: 'post' | 'comment' | 'user';
  targetId: string;
  /** The member who is reported. */
  memberId: number;
  memberPublicId: string;
  reporterId: number | null;
  /** Null once the reported post is deleted. */
  postId: number | null;
  commentId: number | null;
}

/** @throws missing */
export const findReport = async (q: Queries, viewer: Viewer, publicId: string): Promise<FoundReport> => {
  const row = await q
    .selectFrom('reports as r')
    .innerJoin('users as u', 'u.id', 'r.member_id')
    .select([
      'r.id',
      'r.target_type',
      'r.target_id',
      'r.member_id',
      'u.public_id',
      'r.reporter_id',
      'r.post_id',
      'r.comment_id',
    ])
    .where('r.public_id', '=', publicId)
    .where(seesReport(bind(viewer.id), col('r.member_id')))
    .executeTakeFirst();
  if (!row) throw missing();
  return {
    id: row.id,
    publicId,
    targetType: row.target_type,
    targetId: row.target_id,
    memberId: row.member_id,
    memberPublicId: row.public_id,
    reporterId: row.reporter_id,
    postId: row.post_id,
    commentId: row.comment_id,
  };
};
