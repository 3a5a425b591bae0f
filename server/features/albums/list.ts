import { sql } from 'kysely';
import type { Input, Output } from '../../../contract/endpoint.ts';
import { limits } from '../../../contract/limits.ts';
import type * as contract from '../../../contract/albums.ts';
import { findAlbum, type FoundAlbum } from '../../access/find/posts.ts';
import {
  type PhotoWithAdderRow,
  readPhotoWithAdder,
  selectPhotosWithAdder,
} from '../../access/show/photos-with-adder.ts';
import { type PhotoTalkRow, readPhotoTalk, selectPhotoTalk } from '../../access/show/photo-talk.ts';
import type { SqlRef } from '../../access/rules/sees.ts';
import { photoRefs, seesPhotoOfSeenPost } from '../../access/rules/sees-photos.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import { prepared, type StatementRunner } from '../../platform/db/database.ts';
import { dayStep } from '../../platform/db/schema/photos.ts';
import { pageOf } from '../../platform/text/cursor.ts';
import { dayText } from '../../platform/text/days.ts';

type Row = PhotoWithAdderRow & PhotoTalkRow;

const talk = (viewer: SqlRef) => sql`, ${selectPhotoTalk(viewer, 'placed', 'p')}`;

const readPhoto = (row: Row): contract.AlbumPhoto[] =>
  readPhotoWithAdder(row).map((photo) => ({ ...photo, ...readPhotoTalk(row) }));

const photosOfAlbum = prepared<
  { viewer: number; album: number; position: number; after: number; limit: number },
  Row
>({
  name: 'photos_of_album',
  parameters: ['viewer', 'album', 'position', 'after', 'limit'],
  text: ({ viewer, album, position, after, limit }) => sql<Row>`
    ${selectPhotosWithAdder(
      viewer,
      sql`select listed.id as image_id from images listed join posts around on around.id = listed.post_id
        where listed.post_id = ${album}
          and (listed.position > ${position} or (listed.position = ${position} and listed.id > ${after}))
          and ${seesPhotoOfSeenPost(viewer, photoRefs('listed', 'around'))}
        order by listed.position, listed.id limit ${limit}`,
      talk(viewer),
    )} order by placed.position, placed.id`,
});

const newestOfAlbum = prepared<{ viewer: number; album: number; before: number; limit: number }, Row>({
  name: 'newest_photos_of_album',
  parameters: ['viewer', 'album', 'before', 'limit'],
  text: ({ viewer, album, before, limit }) => sql<Row>`
    ${selectPhotosWithAdder(
      viewer,
      sql`select listed.id as image_id from images listed join posts around on around.id = listed.post_id
        where listed.post_id = ${album} and listed.day_key < ${before}
          and ${seesPhotoOfSeenPost(viewer, photoRefs('listed', 'around'))}
        order by listed.day_key desc limit ${limit}`,
      talk(viewer),
    )} order by placed.day_key desc`,
});

const daysOfAlbum = prepared<
  { viewer: number; album: number },
  { day: number; photos: number; videos: number }
>({
  name: 'days_of_album',
  parameters: ['viewer', 'album'],
  text: ({ viewer, album }) => {
    const day = sql`listed.day_key / ${sql.lit(dayStep)}`;
    return sql`
      select ${day} as day, count(*) - count(listed.video_type) as photos, count(listed.video_type) as videos
      from images listed join posts around on around.id = listed.post_id
      where listed.post_id = ${album} and ${seesPhotoOfSeenPost(viewer, photoRefs('listed', 'around'))}
      group by ${day} order by ${day} desc`;
  },
});

/** The years of an album's photos that the viewer sees, newest first. @throws missing */
export const listYearsOfAlbum = async (
  from: StatementRunner,
  viewer: Viewer,
  publicId: string,
): Promise<Output<typeof contract.years>> => {
  const album = await findAlbum(from, viewer, publicId);
  const years: Output<typeof contract.years>['years'] = [];
  for (const { day, photos, videos } of await from.run(daysOfAlbum, { viewer: viewer.id, album: album.id })) {
    const year = Number(dayText(day).slice(0, 4));
    const last = years.at(-1);
    if (last?.year === year) {
      last.photos += photos;
      last.videos += videos;
    } else years.push({ year, photos, videos });
  }
  return { years };
};

const listNewest = async (
  { db, cursors }: Pick<AppContext, 'db' | 'cursors'>,
  viewer: Viewer,
  album: FoundAlbum,
  { cursor, limit: size = limits.pageDefault }: Input<typeof contract.photos>,
): Promise<Output<typeof contract.photos>> => {
  const list = `newest photos of ${album.publicId}`;
  const [before = Number.MAX_SAFE_INTEGER] = cursor ? cursors.open(list, cursor) : [];
  const rows = await db.run(newestOfAlbum, { viewer: viewer.id, album: album.id, before, limit: size + 1 });
  const { page, nextCursor } = pageOf(rows, size, (last) => cursors.seal(list, last.day_key));
  return { items: page.flatMap(readPhoto), nextCursor };
};

/** A page of the photos of an album that the viewer sees. @throws missing, invalid for a foreign cursor */
export const listPhotosOfAlbum = async (
  { db, cursors }: Pick<AppContext, 'db' | 'cursors'>,
  viewer: Viewer,
  input: Input<typeof contract.photos>,
): Promise<Output<typeof contract.photos>> => {
  const album = await findAlbum(db, viewer, input.id);
  if (input.order === 'newest') return listNewest({ db, cursors }, viewer, album, input);
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
  return { items: page.flatMap(readPhoto), nextCursor };
};
