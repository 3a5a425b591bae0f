import { type RawBuilder, sql } from 'kysely';
import { photoRefs, seesPhotoOfSeenPost } from '../rules/sees-photos.ts';
import { col, isMuted, type Predicate, type SqlRef } from '../rules/sees.ts';

/** Photos that were added to an album after one addition, up to another. Keys of `album_additions`. */
export interface NewPhotos {
  post: SqlRef;
  after: SqlRef;
  until: SqlRef;
}

/** Photos `i` of others, as a viewer who sees the album sees them. Muting the album's author hides them all. */
export const newPhotos = (viewer: SqlRef, { post, after, until }: NewPhotos) => sql`
  from images i join posts album on album.id = i.post_id
  where i.post_id = ${post} and i.addition_id > ${after} and i.addition_id <= ${until} and i.owner_id <> ${viewer}
    and ${seesPhotoOfSeenPost(viewer, photoRefs('i', 'album'))}
    and not ${isMuted(viewer, col('i.owner_id'))} and not ${isMuted(viewer, col('album.author_id'))}`;

/** A viewer who sees the album sees at least one of the photos. */
export const seesNewPhotos = (viewer: SqlRef, photos: NewPhotos): Predicate =>
  sql<boolean>`exists (select 1 ${newPhotos(viewer, photos)})`;

/** The number of the photos that a viewer who sees the album sees; posters of videos count. */
export const countNewPhotos = (viewer: SqlRef, photos: NewPhotos): RawBuilder<number> =>
  sql<number>`(select count(*) ${newPhotos(viewer, photos)})`;

/** The key of the first of the photos that a viewer who sees the album sees. */
export const firstNewPhoto = (viewer: SqlRef, photos: NewPhotos): SqlRef =>
  sql<number>`(select i.id ${newPhotos(viewer, photos)} order by i.position, i.id limit 1)`;
