import { type RawBuilder, sql } from 'kysely';
import type * as contract from '../../../contract/albums.ts';
import type { Input, Output } from '../../../contract/endpoint.ts';
import { limits } from '../../../contract/limits.ts';
import { findCircle } from '../../access/find/circles.ts';
import { col, isInFeedOf, seesPost, type SqlRef } from '../../access/rules/sees.ts';
import { photoRefs, seesPhotoOfSeenPost } from '../../access/rules/sees-photos.ts';
import { joinCircles } from '../../access/show/counts.ts';
import { readPhotos, selectFrontPhoto } from '../../access/show/photos.ts';
import {
  readCircles,
  readPerson,
  selectCircles,
  selectPerson,
  timeOrNull,
} from '../../access/show/present.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import { prepared, type StatementRunner } from '../../platform/db/database.ts';
import { listedKeys } from '../../platform/db/listed-keys.ts';
import { dayStep } from '../../platform/db/schema/photos.ts';
import { pageOf } from '../../platform/text/cursor.ts';
import { dayText } from '../../platform/text/days.ts';

interface Row {
  id: number;
  public_id: string;
  title: string;
  newest: number;
  author: string;
  circles: string | null;
  cover: string | null;
  photos_count: number;
  first_key: number | null;
  last_key: number | null;
  last_photo_at: number | null;
}

/**
 * An aggregate of the photos that the viewer sees of the album `a`. The sight of a photo depends on who added it, so it is
 * asked once for each of them.
 */
const ofSeen = (viewer: SqlRef, total: RawBuilder<unknown>, each: RawBuilder<unknown>) => sql<number | null>`(
  select ${total} from (
    select i.owner_id, ${each} as part from images i where i.post_id = a.id group by i.owner_id) adders
  where a.has_others_photos = 0 or ${seesPhotoOfSeenPost(viewer, photoRefs('adders', 'a'))})`;

/**
 * Albums are found by their authors: a circle has few of these, and an index knows the albums of each, whereas nothing
 * tells a circle's albums from its other moments.
 */
const albumsOfCircle = prepared<
  { viewer: number; circle: number; newest: number; before: number; limit: number },
  Row
>({
  name: 'albums_of_circle',
  parameters: ['viewer', 'circle', 'newest', 'before', 'limit'],
  text: ({ viewer, circle, newest, before, limit }) => sql<Row>`
    with recursive authors(id) as (
      select (select min(author_id) from post_circles where circle_id = ${circle})
      union all
      select (select min(author_id) from post_circles where circle_id = ${circle} and author_id > authors.id)
      from authors where authors.id is not null),
    seen as materialized (
      select a.id, coalesce(${ofSeen(viewer, sql`max(adders.part)`, sql`max(i.id)`)}, 0) as newest
      from authors cross join posts a
      where a.author_id = authors.id and a.kind = 'album'
        and a.id in (select pc.post_id from post_circles pc where pc.circle_id = ${circle} and pc.post_id = a.id)
        and ${isInFeedOf(viewer, circle, col('a.id'))}
        and ${seesPost(viewer, { id: col('a.id'), author: col('a.author_id') })}),
    page as materialized (
      select id, newest from seen where newest < ${newest} or (newest = ${newest} and id < ${before})
      order by newest desc, id desc limit ${limit})
    select a.id, a.public_id, a.title, page.newest, ${selectPerson(viewer, 'u')} as author,
      (select ${selectCircles(viewer, col('a.author_id'))} from (select 1) one ${joinCircles(viewer, col('a.id'))}) as circles,
      ${selectFrontPhoto(viewer, 'a')} as cover,
      coalesce(${ofSeen(viewer, sql`cast(sum(adders.part) as bigint)`, sql`count(*)`)}, 0) as photos_count,
      ${ofSeen(viewer, sql`min(adders.part)`, sql`min(i.day_key)`)} as first_key,
      ${ofSeen(viewer, sql`max(adders.part)`, sql`max(i.day_key)`)} as last_key,
      (select coalesce(added_at, created_at) from images last where last.id = page.newest) as last_photo_at
    from page join posts a on a.id = page.id join users u on u.id = a.author_id
    order by page.newest desc, a.id desc`,
});

const daysOfAlbums = prepared<{ viewer: number; albums: string }, Pick<Row, 'id' | 'first_key' | 'last_key'>>(
  {
    name: 'days_of_albums',
    parameters: ['viewer', 'albums'],
    text: ({ viewer, albums }, dialect) => sql`
    select a.id, ${ofSeen(viewer, sql`min(adders.part)`, sql`min(i.day_key)`)} as first_key,
      ${ofSeen(viewer, sql`max(adders.part)`, sql`max(i.day_key)`)} as last_key
    from posts a where a.id in ${listedKeys(dialect, albums)} and a.kind = 'album'
      and ${seesPost(viewer, { id: col('a.id'), author: col('a.author_id') })}`,
  },
);

const dayOf = (key: number | null): string | null =>
  key === null ? null : dayText(Math.floor(key / dayStep));

/** The first and the last day of the photos that the viewer sees, by the keys of these albums. */
export const findAlbumDays = async (
  from: StatementRunner,
  viewer: Viewer,
  keys: readonly number[],
): Promise<Map<number, { from: string | null; to: string | null }>> => {
  if (keys.length === 0) return new Map();
  const rows = await from.run(daysOfAlbums, { viewer: viewer.id, albums: JSON.stringify(keys) });
  return new Map(rows.map((row) => [row.id, { from: dayOf(row.first_key), to: dayOf(row.last_key) }]));
};

const present = (row: Row) => ({
  id: row.public_id,
  title: row.title,
  cover: readPhotos(row.cover)[0] ?? null,
  photosCount: row.photos_count,
  from: dayOf(row.first_key),
  to: dayOf(row.last_key),
  circles: readCircles(row.circles),
  author: readPerson(row.author),
  lastPhotoAt: timeOrNull(row.last_photo_at),
});

/** A page of a circle's albums that the viewer sees. @throws missing, invalid for a foreign cursor */
export const listAlbums = async (
  { db, cursors }: Pick<AppContext, 'db' | 'cursors'>,
  viewer: Viewer,
  input: Input<typeof contract.list>,
): Promise<Output<typeof contract.list>> => {
  const circle = await findCircle(db.read, viewer, input.circleId);
  const size = input.limit ?? limits.pageDefault;
  const list = `albums of ${circle.publicId}`;
  const [newest = Number.MAX_SAFE_INTEGER, before = 0] =
    input.cursor === undefined ? [] : cursors.open(list, input.cursor);
  const rows = await db.run(albumsOfCircle, {
    viewer: viewer.id,
    circle: circle.id,
    newest,
    before,
    limit: size + 1,
  });
  const { page, nextCursor } = pageOf(rows, size, (last) => cursors.seal(list, last.newest, last.id));
  return { items: page.map(present), nextCursor };
};
