import { sql } from 'kysely';
import { prepared, type StatementRunner } from '../platform/db/database.ts';
import { missing } from '../platform/problem.ts';
import type { FoundPost } from './find.ts';
import { col, isInAudience, seesPost } from './sees.ts';
import type { Viewer } from './viewer.ts';

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
