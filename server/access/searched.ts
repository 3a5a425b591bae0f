import { sql } from 'kysely';
import type { Queries } from '../platform/db/database.ts';
import { photoRefs, seesPhotoOfSeenPost } from './sees-photos.ts';
import { bind, col, seesPost } from './sees.ts';
import { parsed } from './stored-json.ts';
import type { Viewer } from './viewer.ts';

/** The texts of a post that the viewer sees. */
export interface SearchedPost {
  id: number;
  title: string | null;
  content: string;
  /** The descriptions of the photos that the viewer sees. */
  captions: string[];
}

interface SearchedRow extends Omit<SearchedPost, 'captions'> {
  captions: string | null;
}

/**
 * The posts among the given keys that the viewer sees, newest first.
 * @param circle only posts of this circle
 */
export const findSearched = async (
  q: Queries,
  viewer: Viewer,
  posts: readonly number[],
  circle: number | null,
): Promise<SearchedPost[]> => {
  if (posts.length === 0) return [];
  const me = bind(viewer.id);
  const inCircle =
    circle === null
      ? sql``
      : sql`and exists (select 1 from post_circles within where within.post_id = p.id and within.circle_id = ${circle})`;
  const { rows } = await sql<SearchedRow>`
    select p.id, p.title, p.content, (
      select cast(json_group_array(i.alt) as text) from images i
      where i.post_id = p.id and i.alt is not null and ${seesPhotoOfSeenPost(me, photoRefs('i', 'p'))}) as captions
    from posts p
    where p.id in (${sql.join(posts)}) ${inCircle}
      and ${seesPost(me, { id: col('p.id'), author: col('p.author_id') })}
    order by p.id desc`.execute(q);
  return rows.map((row) => ({ ...row, captions: parsed<string[] | null>(row.captions ?? '[]') ?? [] }));
};
