import { sql } from 'kysely';
import { prepared, type Queries, type StatementRunner } from '../../platform/db/database.ts';
import { missing } from '../../platform/problem.ts';
import { col, isInAudience, seesPost } from '../rules/sees.ts';
import type { Viewer } from '../viewer.ts';

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

export interface FoundAlbum extends FoundPost {
  title: string;
  adds: 'author' | 'circle';
  /** The viewer sees the album through one of its circles; its author may have left them. */
  isInAudience: boolean;
}

interface AlbumRow {
  id: number;
  author_id: number;
  title: string;
  adds: 'author' | 'circle';
  is_in_audience: number | boolean;
}

const albumByPublicId = prepared<{ viewer: number; publicId: string }, AlbumRow>({
  name: 'find_album',
  parameters: ['viewer', 'publicId'],
  text: ({ viewer, publicId }) => sql`
    select id, author_id, title, adds, ${isInAudience(viewer, col('posts.id'))} as is_in_audience from posts
    where public_id = ${publicId} and kind = 'album'
      and ${seesPost(viewer, { id: col('posts.id'), author: col('posts.author_id') })}`,
});

/** An album that the viewer sees. @throws missing */
export const findAlbum = async (
  from: StatementRunner,
  viewer: Pick<Viewer, 'id'>,
  publicId: string,
): Promise<FoundAlbum> => {
  const [row] = await from.run(albumByPublicId, { viewer: viewer.id, publicId });
  if (!row) throw missing();
  const { id, title, adds } = row;
  return { id, publicId, authorId: row.author_id, title, adds, isInAudience: Boolean(row.is_in_audience) };
};

export interface FoundTakeBack {
  id: number;
  postId: number;
  takenFrom: 'everyone' | 'circles' | 'people';
  /** The number of people who lost sight of the post. */
  people: number;
  /** The number of those among them who had an account. */
  accounts: number;
  /** The number of circles that lost it, and that the author had left. */
  leftCircles: number;
  /** Epoch ms, as `takenBackAt`. */
  sharedAt: number;
  takenBackAt: number;
  /** Whether every letter with the post is recorded. */
  lettersRecorded: 0 | 1;
  hasPhotos: 0 | 1;
}

/** Loads a receipt of a post that was taken back; only the post's author sees it. @throws missing */
export const findTakeBack = async (q: Queries, viewer: Viewer, publicId: string): Promise<FoundTakeBack> => {
  const row = await q
    .selectFrom('take_backs as t')
    .innerJoin('posts as p', 'p.id', 't.post_id')
    .select([
      't.id',
      't.post_id as postId',
      sql<0 | 1>`case when exists (select 1 from images i where i.post_id = t.post_id) then 1 else 0 end`.as(
        'hasPhotos',
      ),
      't.taken_from as takenFrom',
      't.people_count as people',
      't.accounts_count as accounts',
      't.left_circles as leftCircles',
      'p.created_at as sharedAt',
      't.taken_back_at as takenBackAt',
      'p.letters_recorded as lettersRecorded',
    ])
    .where('t.public_id', '=', publicId)
    .where('p.author_id', '=', viewer.id)
    .executeTakeFirst();
  if (!row) throw missing();
  return row;
};
