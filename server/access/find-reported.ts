import { sql } from 'kysely';
import type { Queries } from '../platform/db/database.ts';
import { missing } from '../platform/problem.ts';
import type { FoundComment, FoundMember, FoundPost } from './find.ts';
import { sawComment, sawMember, sawPost } from './saw.ts';
import { col, bind, commentRefs, isNamed, seesComment, seesPost, seesProfile } from './sees.ts';
import type { Viewer } from './viewer.ts';

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
    .where(sql<boolean>`(${seesPost(me, post)} or ${sawPost(me, post)})`)
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
    .where(
      sql<boolean>`(comments.author_id = ${viewer.id} or ${seesComment(me, comment)} or ${sawComment(me, comment, post)})`,
    )
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
    .where(sql<boolean>`(${seesProfile(me, id, Date.now())} or ${sawMember(me, id)})`)
    .executeTakeFirst();
  if (!row) throw missing();
  return { id: row.id, publicId: row.public_id };
};
