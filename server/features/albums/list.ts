import { sql } from 'kysely';
import type { Input, Output } from '../../../contract/endpoint.ts';
import { limits } from '../../../contract/limits.ts';
import type * as contract from '../../../contract/albums.ts';
import { findAlbum } from '../../access/find/posts.ts';
import {
  type PhotoWithAdderRow,
  readPhotoWithAdder,
  selectPhotosWithAdder,
} from '../../access/show/photos-with-adder.ts';
import { photoRefs, seesPhotoOfSeenPost } from '../../access/rules/sees-photos.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import { prepared } from '../../platform/db/database.ts';
import { pageOf } from '../../platform/text/cursor.ts';

const photosOfAlbum = prepared<
  { viewer: number; album: number; position: number; after: number; limit: number },
  PhotoWithAdderRow
>({
  name: 'photos_of_album',
  parameters: ['viewer', 'album', 'position', 'after', 'limit'],
  text: ({ viewer, album, position, after, limit }) => sql<PhotoWithAdderRow>`
    ${selectPhotosWithAdder(
      viewer,
      sql`select listed.id as image_id from images listed join posts around on around.id = listed.post_id
        where listed.post_id = ${album}
          and (listed.position > ${position} or (listed.position = ${position} and listed.id > ${after}))
          and ${seesPhotoOfSeenPost(viewer, photoRefs('listed', 'around'))}
        order by listed.position, listed.id limit ${limit}`,
    )} order by placed.position, placed.id`,
});

/** A page of the photos of an album that the viewer sees. @throws missing, invalid for a foreign cursor */
export const listPhotosOfAlbum = async (
  { db, cursors }: Pick<AppContext, 'db' | 'cursors'>,
  viewer: Viewer,
  input: Input<typeof contract.photos>,
): Promise<Output<typeof contract.photos>> => {
  const album = await findAlbum(db, viewer, input.id);
  const size = input.limit ?? limits.pageDefault;
  const list = `photos of ${album.publicId}`;
  const [position, after] = input.cursor ? cursors.open(list, input.cursor) : [];
  const rows = await db.run(photosOfAlbum, {
    viewer: viewer.id,
    album: album.id,
    position: position ?? -1,
    after: after ?? 0,
    limit: size + 1,
  });
  const { page, nextCursor } = pageOf(rows, size, (last) => cursors.seal(list, last.position, last.id));
  return { items: page.flatMap(readPhotoWithAdder), nextCursor };
};
