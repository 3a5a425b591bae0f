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
 * How many albums one page considers. Later pages continue below the oldest of them. Only albums that the viewer sees
 * count, so that pages and cursors tell nothing of others.
 */
const maxConsidered = 200;

/** Rows of one page, each with what was considered; one row of nulls where the viewer sees none of it. */
type Found = { considered: number; oldest: number | null } & (Row | { [K in keyof Row]: null });

const isAlbum = (row: Found): row is Found & Row => row.id !== null;

/** The index of each circle's albums proposes them, and `sees` decides. */
const statementOf = (scope: 'all' | 'circle') =>
  prepared<
    { viewer: number; circle: number | null; below: number; newest: number; before: number; limit: number },
    Found
  >({
    name: `albums_of_${scope}`,
    parameters: ['viewer', 'circle', 'below', 'newest', 'before', 'limit'],
    text: ({ viewer, circle, below, newest, before, limit }, dialect) => {
      const isOne = scope === 'circle';
      const only = sql<number>`${circle}`;
      const ofOne = sql`pc.circle_id = m.circle_id and pc.is_album = 1 and pc.post_id < ${below}`;
      return sql<Found>`
        with made as (
          select pc.post_id as id from circle_members m cross join ${dialect.pick({
            sqlite: sql`post_circles pc where ${ofOne}`,
            // Otherwise it would read the albums of all circles where there are only some thousands.
            postgres: sql`lateral (select pc.post_id from post_circles pc where ${ofOne} offset 0) pc where true`,
          })} and m.user_id = ${viewer} ${isOne ? sql`and m.circle_id = ${only}` : sql``}
          ${isOne ? sql`` : sql`union select a.id from posts a where a.author_id = ${viewer} and a.kind = 'album' and a.id < ${below}`}),
        candidates as materialized (
          select a.id from made cross join posts a
          where a.id = made.id ${isOne ? sql`and ${isInFeedOf(viewer, only, col('a.id'))}` : sql``}
            and ${seesPost(viewer, { id: col('a.id'), author: col('a.author_id') })}
          order by a.id desc limit ${sql.lit(maxConsidered)}),
        seen as materialized (
          select a.id, coalesce(${ofSeen(viewer, sql`max(adders.part)`, sql`max(i.id)`)}, 0) as newest
          from candidates cross join posts a where a.id = candidates.id),
        page as materialized (
          select id, newest from seen where newest < ${newest} or (newest = ${newest} and id < ${before})
          order by newest desc, id desc limit ${limit})
        select bounds.considered, bounds.oldest, cards.*
        from (select count(*) as considered, min(id) as oldest from candidates) bounds
        left join (
          select a.id, a.public_id, a.title, page.newest, ${selectPerson(viewer, 'u')} as author,
            (select ${selectCircles(viewer, col('a.author_id'))} from (select 1) one ${joinCircles(viewer, col('a.id'))}) as circles,
            ${selectFrontPhoto(viewer, 'a')} as cover,
            coalesce(${ofSeen(viewer, sql`cast(sum(adders.part) as bigint)`, sql`count(*)`)}, 0) as photos_count,
            ${ofSeen(viewer, sql`min(adders.part)`, sql`min(i.day_key)`)} as first_key,
            ${ofSeen(viewer, sql`max(adders.part)`, sql`max(i.day_key)`)} as last_key,
            (select coalesce(added_at, created_at) from images last where last.id = page.newest) as last_photo_at
          from page join posts a on a.id = page.id join users u on u.id = a.author_id) cards on 1 = 1
        order by cards.newest desc, cards.id desc`;
    },
  });

const statements = { all: statementOf('all'), circle: statementOf('circle') };

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

/** Later than every album. */
const end = Number.MAX_SAFE_INTEGER;

/**
 * A page of the albums that the viewer sees, in a circle or everywhere. The one with the newest photo is first among those
 * that a page considers. A page may therefore be short before the list ends.
 * @throws missing for a circle that the viewer does not know of, invalid for a foreign cursor
 */
export const listAlbums = async (
  { db, cursors }: Pick<AppContext, 'db' | 'cursors'>,
  viewer: Viewer,
  { circleId, cursor, limit: size = limits.pageDefault }: Input<typeof contract.list>,
): Promise<Output<typeof contract.list>> => {
  const circle = circleId === undefined ? null : await findCircle(db.read, viewer, circleId);
  const list = `albums of ${circle?.publicId ?? 'all'}`;
  const [below = end, newest = end, before = 0] = cursor === undefined ? [] : cursors.open(list, cursor);
  const rows = await db.run(statements[circle === null ? 'all' : 'circle'], {
    viewer: viewer.id,
    circle: circle?.id ?? null,
    below,
    newest,
    before,
    limit: size + 1,
  });
  const { page, nextCursor } = pageOf(rows.filter(isAlbum), size, (last) =>
    cursors.seal(list, below, last.newest, last.id),
  );
  const { considered = 0, oldest = null } = rows[0] ?? {};
  const rest = oldest === null || considered < maxConsidered ? null : cursors.seal(list, oldest, end, 0);
  return { items: page.map(present), nextCursor: nextCursor ?? rest };
};
