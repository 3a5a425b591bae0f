import { sql } from 'kysely';
import { prepared, type StatementRunner } from '../../platform/db/database.ts';
import { listedKeys } from '../../platform/db/listed-keys.ts';
import { photoRefs, seesPhotoOfSeenPost } from '../../access/rules/sees-photos.ts';
import { col, isInFeedOf, seesPost } from '../../access/rules/sees.ts';
import { parsed } from '../../access/show/stored-json.ts';
import type { Viewer } from '../../access/viewer.ts';

/** The texts of a post that the viewer sees. */
export interface SeenTexts {
  id: number;
  title: string | null;
  content: string;
  /** The descriptions of the photos that the viewer sees, and the words of the voice. */
  captions: string[];
}

interface SeenTextsRow extends Omit<SeenTexts, 'captions'> {
  captions: string | null;
  voice_words: string | null;
}

const searched = prepared<{ viewer: number; posts: string; circle: number | null }, SeenTextsRow>({
  name: 'searched_posts',
  parameters: ['viewer', 'posts', 'circle'],
  text: ({ viewer, posts, circle }, dialect) => sql<SeenTextsRow>`
      select p.id, p.title, p.content, (
        select cast(json_group_array(i.alt) as text) from images i
        where i.post_id = p.id and i.alt is not null
          and ${seesPhotoOfSeenPost(viewer, photoRefs('i', 'p'))}) as captions, (
        select voice.alt from images voice where voice.id = p.voice_id and voice.owner_id = p.author_id) as voice_words
      from posts p
      where p.id in ${listedKeys(dialect, posts)}
        and (cast(${circle} as bigint) is null or exists (
          select 1 from post_circles shared where shared.post_id = p.id and shared.circle_id = ${circle}
            and ${isInFeedOf(viewer, col('shared.circle_id'), col('shared.post_id'))}))
        and ${seesPost(viewer, { id: col('p.id'), author: col('p.author_id') })}
      order by p.id desc`,
});

/**
 * The posts among the given keys that the viewer sees, newest first.
 * @param circle only posts of this circle's feed
 */
export const findSeenTexts = async (
  from: StatementRunner,
  viewer: Viewer,
  posts: readonly number[],
  circle: number | null,
): Promise<SeenTexts[]> => {
  if (posts.length === 0) return [];
  const rows = await from.run(searched, { viewer: viewer.id, posts: JSON.stringify(posts), circle });
  return rows.map(({ voice_words: said, ...row }) => ({
    ...row,
    captions: [...(parsed<string[] | null>(row.captions ?? '[]') ?? []), ...(said === null ? [] : [said])],
  }));
};
