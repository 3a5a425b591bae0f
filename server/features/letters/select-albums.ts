import { sql } from 'kysely';
import { prepared } from '../../platform/db/database.ts';
import { carriesContent, letterLimits } from './select-moments.ts';
import { newPhotos } from '../../access/readers/new-photos.ts';
import { selectPerson } from '../../access/show/present.ts';
import { belongsInFeed, bind, col, type SqlRef } from '../../access/rules/sees.ts';
import { toldAddition } from '../../access/readers/not-told-photos.ts';

/** The most members that a letter names for one album. */
export const namedAdders = 2;

/** Photos that others added to an album that its reader knows of. */
export interface LetterAlbumRow {
  id: number;
  public_id: string;
  /** When the last of them was added. */
  added_at: number;
  /** JSON: the first members who added some, and how many members added some. */
  adders: string;
  adders_count: number;
  /** The number of photos and of posters of videos, and how many are posters. */
  photos: number;
  videos: number;
  /** Null where the letter names only the members. */
  title: string | null;
  /** JSON like `LetterPostRow.images`. */
  images: string | null;
}

const keys = Array.from({ length: letterLimits.shown }, (_, index) => `album${index}`);

/** Parameters of `letterAlbums`. */
export const letterAlbumKeys = (albums: readonly number[]): Record<string, number> =>
  // No post has the key 0.
  Object.fromEntries(keys.map((key, index) => [key, albums[index] ?? 0]));

// The smallest mark of the memberships through which the reader sees the album.
const passedAddition = (reader: SqlRef, post: SqlRef): SqlRef => sql<number>`coalesce((
  select min(mine.told_addition_id) from post_circles way join circle_members mine on mine.circle_id = way.circle_id
  where way.post_id = ${post} and mine.user_id = ${reader} and way.post_id > mine.sees_after_post_id), 0)`;

/** The later photos of albums up to an addition, as the reader of a letter sees them, at most 20 albums, in no order. */
export const letterAlbums = prepared<Record<string, number>, LetterAlbumRow>({
  name: 'letter_albums',
  parameters: ['reader', 'until', ...keys],
  text: (placeholders) => {
    const at = (name: string): SqlRef => placeholders[name] ?? bind(0);
    const reader = at('reader');
    const added = newPhotos(reader, { post: col('p.id'), after: col('p.after_id'), until: at('until') });
    const known = sql`
      select a.id, a.public_id, a.title,
        case when ${toldAddition(reader, col('a.id'))} > ${passedAddition(reader, col('a.id'))}
          then ${toldAddition(reader, col('a.id'))} else ${passedAddition(reader, col('a.id'))} end as after_id,
        ${carriesContent(reader, col('a.id'))} as carries
      from posts a where a.id in (${sql.join(keys.map(at))}) and ${belongsInFeed(reader, col('a.id'))}`;
    return sql`
      select shown.* from (
        select p.id, p.public_id,
          (select max(i.added_at) ${added}) as added_at,
          (select cast(json_group_array(first.adder) as text) from (
            select ${selectPerson(reader, 'u')} as adder from users u where u.id in (select i.owner_id ${added})
            order by (select min(i.position) ${added} and i.owner_id = u.id) limit ${sql.lit(namedAdders)}) first) as adders,
          (select count(distinct i.owner_id) ${added}) as adders_count,
          (select count(*) ${added}) as photos,
          (select count(i.video_type) ${added}) as videos,
          case when p.carries then p.title end as title,
          case when p.carries then (
            select cast(json_group_array(json_object('id', first.id, 'width', first.width, 'height', first.height,
                'alt', first.alt, 'ms', first.video_ms)) as text)
            from (select i.id, i.width, i.height, i.alt, i.video_ms ${added}
              order by i.position, i.id limit ${sql.lit(letterLimits.photos)}) first) end as images
        from (${known}) p) shown
      where shown.photos > 0`;
  },
});
