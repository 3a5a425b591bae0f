import { sql } from 'kysely';
import type { Queries } from '../../platform/db/database.ts';
import { missing } from '../../platform/problem.ts';
import type { FoundComment } from './comments.ts';
import type { FoundMember } from './members.ts';
import type { FoundPost } from './posts.ts';
import { sawCommentUntilBlock, sawMemberUntilBlock, sawPostUntilBlock } from '../rules/reportable.ts';
import { bind, col, isNamed, seesPost, seesProfile } from '../rules/sees.ts';
import { commentRefs, seesComment } from '../rules/sees-talk.ts';
import { seesReport } from '../rules/sees-reports.ts';
import type { Viewer } from '../viewer.ts';

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

/** Loaders like those of `find.ts`, for reported objects: they also find what the viewer saw until a block. */

const post = {
  id: col('posts.id'),
  author: col('posts.author_id'),
  createdAt: col('posts.created_at'),
};

/** @throws missing */
export const findReportedPost = async (q: Queries, viewer: Viewer, publicId: string): Promise<FoundPost> => {
  const me = bind(viewer.id);
  const row = await q
    .selectFrom('posts')
    .select(['id', 'author_id'])
    .where('public_id', '=', publicId)
    .where(sql<boolean>`(${seesPost(me, post)} or ${sawPostUntilBlock(me, post)})`)
    .executeTakeFirst();
  if (!row) throw missing();
  return { id: row.id, publicId, authorId: row.author_id };
};

/** @throws missing */
export const findReportedComment = async (
  q: Queries,
  viewer: Viewer,
  publicId: string,
): Promise<Pick<FoundComment, 'id' | 'authorId' | 'postId'>> => {
  const me = bind(viewer.id);
  const comment = { ...commentRefs('comments', 'posts'), createdAt: col('comments.created_at') };
  const row = await q
    .selectFrom('comments')
    .innerJoin('posts', 'posts.id', 'comments.post_id')
    .select(['comments.id', 'comments.author_id', 'comments.post_id'])
    .where('comments.public_id', '=', publicId)
    .where(sql<boolean>`(${seesComment(me, comment)} or ${sawCommentUntilBlock(me, comment, post)})`)
    .executeTakeFirst();
  if (!row) throw missing();
  return { id: row.id, authorId: row.author_id, postId: row.post_id };
};

/** A member by id or username. @throws missing */
export const findReportedMember = async (
  q: Queries,
  viewer: Viewer,
  usernameOrId: string,
): Promise<Pick<FoundMember, 'id' | 'publicId'>> => {
  const me = bind(viewer.id);
  const id = col('users.id');
  const row = await q
    .selectFrom('users')
    .select(['id', 'public_id'])
    .where(isNamed(me, 'users', usernameOrId))
    .where(sql<boolean>`(${seesProfile(me, id, Date.now())} or ${sawMemberUntilBlock(me, id)})`)
    .executeTakeFirst();
  if (!row) throw missing();
  return { id: row.id, publicId: row.public_id };
};
