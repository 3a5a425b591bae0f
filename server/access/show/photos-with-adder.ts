import { type RawBuilder, sql } from 'kysely';
import type { PlacedPhoto } from '../../../contract/shapes.ts';
import { dayStep } from '../../platform/db/schema/photos.ts';
import { dayText } from '../../platform/text/days.ts';
import { readPerson, selectPerson } from './present.ts';
import { readPhotos, selectPhoto } from './photos.ts';
import type { SqlRef } from '../rules/sees.ts';

/** A photo of an album or of the timeline. */
export interface PhotoWithAdderRow {
  id: number;
  public_id: string;
  post_id: string;
  position: number;
  day_key: number;
  adder: string;
  /** JSON: a list with this photo. */
  photo: string;
}

/**
 * Photos with the members who added them, as the viewer sees these. `page` yields the keys of photos that the viewer
 * sees, as `image_id`. The caller adds the order: `placed.position`, or `placed.day_key`.
 * @param more further columns, of the photo `placed` and its post `p`
 */
export const selectPhotosWithAdder = (
  viewer: SqlRef,
  page: RawBuilder<unknown>,
  more: RawBuilder<unknown> = sql``,
) => sql<PhotoWithAdderRow>`
  select placed.id, placed.public_id, p.public_id as post_id, placed.position, placed.day_key, ${selectPerson(viewer, 'u')} as adder,
    ${selectPhoto('placed')} as photo ${more}
  from (${page}) page join images placed on placed.id = page.image_id
  join posts p on p.id = placed.post_id join users u on u.id = placed.owner_id`;

export const readPhotoWithAdder = (row: PhotoWithAdderRow): PlacedPhoto[] =>
  readPhotos(row.photo).map((photo) => ({
    ...photo,
    id: row.public_id,
    postId: row.post_id,
    addedBy: readPerson(row.adder),
    day: dayText(Math.floor(row.day_key / dayStep)),
  }));
