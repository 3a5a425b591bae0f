import { sql } from 'kysely';
import type { Photo } from '../../../contract/shapes.ts';
import { timeOrNull } from '../../access/show/present.ts';
import { readPhotos, selectPhoto } from '../../access/show/photos.ts';
import { bind, col, seesPost } from '../../access/rules/sees.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Queries } from '../../platform/db/database.ts';

/** All photos that the viewer added to an album. Those of others are not the viewer's. */
export const ownPhotosOfAlbum = async (q: Queries, viewer: Viewer, album: string): Promise<Photo[]> => {
  const { rows } = await sql<{ photo: string }>`
    select ${selectPhoto('own')} as photo from images own join posts p on p.id = own.post_id
    where p.public_id = ${album} and own.owner_id = ${viewer.id} order by own.position, own.id`.execute(q);
  return rows.flatMap(({ photo }) => readPhotos(photo));
};

interface AddedRow {
  album: string | null;
  title: string | null;
  added_at: number | null;
  photo: string;
}

/** A photo that a member added to an album of somebody else. */
export interface AddedPhoto {
  /** Null for a member who does not see the album any more. */
  album: { id: string; title: string } | null;
  addedAt: string | null;
  photo: Photo;
}

/** The photos that the viewer added to albums of others, oldest first. */
export const photosInAlbumsOfOthers = async (q: Queries, viewer: Viewer): Promise<AddedPhoto[]> => {
  const seen = seesPost(bind(viewer.id), { id: col('p.id'), author: col('p.author_id') });
  const { rows } = await sql<AddedRow>`
    select case when ${seen} then p.public_id end as album, case when ${seen} then p.title end as title,
      own.added_at, ${selectPhoto('own')} as photo
    from images own join posts p on p.id = own.post_id
    where own.owner_id = ${viewer.id} and p.author_id <> ${viewer.id} order by own.day_key`.execute(q);
  return rows.flatMap(({ album: id, title, added_at: addedAt, photo: json }) =>
    readPhotos(json).map((photo) => ({
      album: id === null ? null : { id, title: title ?? '' },
      addedAt: timeOrNull(addedAt),
      photo,
    })),
  );
};
