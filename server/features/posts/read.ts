import { sql } from 'kysely';
import type { Output } from '../../../contract/endpoint.ts';
import { limits } from '../../../contract/limits.ts';
import type { ofMember } from '../../../contract/posts.ts';
import type { OpenPost, Post, TalkedPhoto } from '../../../contract/shapes.ts';
import { findMember } from '../../access/find/members.ts';
import { findPhotoOf } from '../../access/find/images.ts';
import { findPost } from '../../access/find/posts.ts';
import { col, seesPost } from '../../access/rules/sees.ts';
import { photoRefs, seesPhotoOfSeenPost } from '../../access/rules/sees-photos.ts';
import { type PhotoTalkRow, readPhotoTalk, selectPhotoTalk } from '../../access/show/photo-talk.ts';
import { readPhotos, selectPhoto, shownPhotos } from '../../access/show/photos.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import { prepared, type StatementRunner } from '../../platform/db/database.ts';
import { listedKeys } from '../../platform/db/listed-keys.ts';
import { missing } from '../../platform/problem.ts';
import { type PostRow, readPost, selectPosts } from './select.ts';
import { pageOf } from '../../platform/text/cursor.ts';

const postById = prepared<{ viewer: number; post: number }, PostRow>({
  name: 'post_by_id',
  parameters: ['viewer', 'post'],
  text: ({ viewer, post }) =>
    selectPosts(viewer, sql`select id as post_id, id as position from posts where id = ${post}`),
});

/** A post as its viewer sees it. @throws missing */
export const loadPost = async (
  from: StatementRunner,
  viewer: Pick<Viewer, 'id'>,
  publicId: string,
): Promise<Post> => {
  const post = await findPost(from, viewer, publicId);
  const [row] = await from.run(postById, { viewer: viewer.id, post: post.id });
  if (!row) throw missing();
  return readPost(row);
};

type TalkedRow = PhotoTalkRow & { public_id: string; photo: string };

const readTalked = (row: TalkedRow): TalkedPhoto[] =>
  readPhotos(row.photo).map((photo) => ({ ...photo, id: row.public_id, ...readPhotoTalk(row) }));

// All photos, or one.
const photosOfPost = prepared<{ viewer: number; post: number; photo: number | null }, TalkedRow>({
  name: 'photos_of_post',
  parameters: ['viewer', 'post', 'photo'],
  text: ({ viewer, post, photo }) => sql`
    select shown.public_id, ${selectPhoto('shown')} as photo, ${selectPhotoTalk(viewer, 'shown', 'around')}
    from images shown join posts around on around.id = shown.post_id
    where shown.post_id = ${post} and (cast(${photo} as bigint) is null or shown.id = ${photo}) and ${seesPhotoOfSeenPost(viewer, photoRefs('shown', 'around'))}
    order by shown.position, shown.id limit ${sql.lit(limits.photosPerPost)}`,
});

/** Like `loadPost`, with what is said about each photo, for the moment's own page. @throws missing */
export const loadOpenPost = async (
  from: StatementRunner,
  viewer: Pick<Viewer, 'id'>,
  publicId: string,
): Promise<OpenPost> => {
  const { id } = await findPost(from, viewer, publicId);
  const post = await loadPost(from, viewer, publicId);
  const rows =
    post.images.length === 0
      ? []
      : await from.run(photosOfPost, { viewer: viewer.id, post: id, photo: null });
  return { ...post, ...shownPhotos(post.kind, rows.flatMap(readTalked)) };
};

/** One photo of a post, with what is said about it. @throws missing */
export const loadPhoto = async (
  from: StatementRunner,
  viewer: Viewer,
  { id, photoId }: { id: string; photoId: string },
): Promise<TalkedPhoto> => {
  const post = await findPost(from, viewer, id);
  const { id: photo } = await findPhotoOf(from, viewer, post, photoId);
  const rows = await from.run(photosOfPost, { viewer: viewer.id, post: post.id, photo });
  const [talked] = rows.flatMap(readTalked);
  if (!talked) throw missing();
  return talked;
};

// The parameter is a JSON list of keys.
const postsByKey = prepared<{ viewer: number; posts: string }, PostRow>({
  name: 'posts_by_key',
  parameters: ['viewer', 'posts'],
  text: ({ viewer, posts }, dialect) =>
    selectPosts(
      viewer,
      sql`select posts.id as post_id, posts.id as position from posts where posts.id in ${listedKeys(dialect, posts)}
        and ${seesPost(viewer, { id: col('posts.id'), author: col('posts.author_id') })}`,
    ),
});

/** The posts with these keys that the viewer sees, by key. */
export const loadPosts = async (
  from: StatementRunner,
  viewer: Pick<Viewer, 'id'>,
  keys: readonly number[],
): Promise<Map<number, Post>> => {
  if (keys.length === 0) return new Map();
  const rows = await from.run(postsByKey, { viewer: viewer.id, posts: JSON.stringify(keys) });
  return new Map(rows.map((row) => [row.id, readPost(row)]));
};

const postsOfAuthor = prepared<
  { viewer: number; author: number; before: number | null; limit: number },
  PostRow
>({
  name: 'posts_of_author',
  parameters: ['viewer', 'author', 'before', 'limit'],
  text: ({ viewer, author, before, limit }) => sql<PostRow>`
    ${selectPosts(
      viewer,
      sql`select written.id as post_id, written.id as position from posts written
        where written.author_id = ${author} and written.id < coalesce(${before}, 9007199254740991)
          and ${seesPost(viewer, { id: col('written.id'), author: col('written.author_id') })}
        order by written.id desc limit ${limit}`,
    )} order by found.position desc`,
});

/** A page of a member's posts that the viewer sees, newest first. @throws missing */
export const listPostsOfMember = async (
  { db, cursors }: Pick<AppContext, 'db' | 'cursors'>,
  viewer: Viewer,
  input: { usernameOrId: string; cursor?: string | undefined; limit?: number | undefined },
): Promise<Output<typeof ofMember>> => {
  const member = await findMember(db.read, viewer, input.usernameOrId);
  const size = input.limit ?? limits.pageDefault;
  const list = `posts of ${member.publicId}`;
  const [before] = input.cursor ? cursors.open(list, input.cursor) : [];
  const rows = await db.run(postsOfAuthor, {
    viewer: viewer.id,
    author: member.id,
    before: before ?? null,
    limit: size + 1,
  });
  const { page, nextCursor } = pageOf(rows, size, (last) => cursors.seal(list, last.position));
  return { items: page.map(readPost), nextCursor };
};
