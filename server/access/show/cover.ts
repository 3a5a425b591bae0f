import { sql } from 'kysely';
import { limits } from '../../../contract/limits.ts';
import type { Photo, PlacedPhoto } from '../../../contract/shapes.ts';
import { belongsInFeed, col, isInFeedOf, seesCircle, type SqlRef } from '../rules/sees.ts';
import { seesPhotoById } from '../rules/sees-photos.ts';
import { type PhotoWithAdderRow, readPhotoWithAdder, selectPhotosWithAdder } from './photos-with-adder.ts';
import { readPhotos, selectPhoto } from './photos.ts';
import { parsed } from './stored-json.ts';
import type { Viewer } from '../viewer.ts';
import { prepared, type StatementRunner } from '../../platform/db/database.ts';

interface Row extends PhotoWithAdderRow {
  /** 1 for a photo of the first moment. */
  is_below: number;
  /** How many photos besides those of the first moment were looked at. */
  looked_at: number;
}

/** Moments among which the first one of the feed is looked for. */
const firstCandidates = 200;

/** The first moment of the circle's feed, which stands below the cover. */
const firstMoment = (viewer: SqlRef, circle: SqlRef) => sql`
  select newest.post_id from (
    select pc.post_id from post_circles pc
    where pc.circle_id = ${circle} and ${isInFeedOf(viewer, circle, col('pc.post_id'))}
    order by pc.post_id desc limit ${sql.lit(firstCandidates)}) newest
  where ${belongsInFeed(viewer, col('newest.post_id'))}
  order by newest.post_id desc limit 1`;

/** The index proposes the newest photos, and `sees` decides. */
const newestPhotos = prepared<{ viewer: number; circle: number; limit: number }, Row>({
  name: 'cover_of_circle',
  parameters: ['viewer', 'circle', 'limit'],
  text: ({ viewer, circle, limit }) => {
    const cover = sql.lit(limits.circleCover);
    const photos = sql`select cp.image_id, cp.day_key from circle_photos cp, first_moment
      where cp.circle_id = ${circle} and ${isInFeedOf(viewer, circle, col('cp.post_id'))}`;
    return sql<Row>`
      with first_moment as materialized (select coalesce((${firstMoment(viewer, circle)}), 0) as post_id),
      candidates as materialized (
        select above.image_id, above.day_key, 0 as is_below from (
          ${photos} and cp.post_id <> first_moment.post_id order by cp.day_key desc limit ${limit}) above
        union all
        select below.image_id, below.day_key, 1 from (
          ${photos} and cp.post_id = first_moment.post_id order by cp.day_key desc limit ${cover}) below),
      seen as materialized (
        select candidates.image_id, candidates.is_below from candidates
        where ${seesPhotoById(viewer, col('candidates.image_id'))}
        order by candidates.is_below, candidates.day_key desc limit ${cover})
      select shown.*, seen.is_below, (select count(*) from candidates where is_below = 0) as looked_at
      from (${selectPhotosWithAdder(viewer, sql`select seen.image_id from seen`)}) shown
      join seen on seen.image_id = shown.id
      order by seen.is_below, shown.day_key desc`;
  },
});

/** Photos that are looked at, then more of them where the viewer sees too few. */
const candidateCounts = [24, 2_000];

/** The newest photos of a circle, as its viewer sees them. */
export const loadCover = async (
  from: StatementRunner,
  viewer: Viewer,
  circle: number,
): Promise<PlacedPhoto[]> => {
  let rows: Row[] = [];
  for (const limit of candidateCounts) {
    rows = await from.run(newestPhotos, { viewer: viewer.id, circle, limit });
    const above = rows.filter(({ is_below: isBelow }) => isBelow === 0).length;
    if (above === limits.circleCover || (rows[0] && rows[0].looked_at < limit)) break;
  }
  return rows.flatMap(readPhotoWithAdder);
};

/** Photos of each circle that are looked at for its strip. */
const stripCandidates = 40;

const newestOfEach = prepared<{ viewer: number }, { public_id: string; strip: string | null }>({
  name: 'strips_of_circles',
  parameters: ['viewer'],
  text: ({ viewer }) => sql`
    select c.public_id, (
      select cast(json_group_array(newest.photo) as text) from (
        select ${selectPhoto('shown')} as photo from (
          select cp.image_id, cp.day_key from circle_photos cp
          where cp.circle_id = c.id and cp.post_id > m.sees_after_post_id
          order by cp.day_key desc limit ${sql.lit(stripCandidates)}) candidates
        join images shown on shown.id = candidates.image_id
        where ${seesPhotoById(viewer, col('candidates.image_id'))}
        order by candidates.day_key desc limit ${sql.lit(limits.circleStrip)}) newest) as strip
    from circle_members m join circles c on c.id = m.circle_id
    where m.user_id = ${viewer}
      and ${seesCircle(viewer, { id: col('c.id'), kind: sql.ref('c.kind'), owner: col('c.owner_id') }, sql`true`)}`,
});

/** The newest photos of each circle of the viewer, as the viewer sees them. */
export const loadStrips = async (from: StatementRunner, viewer: Viewer): Promise<Record<string, Photo[]>> => {
  const rows = await from.run(newestOfEach, { viewer: viewer.id });
  return Object.fromEntries(
    rows.map((row) => [row.public_id, parsed<string[]>(row.strip ?? '[]').flatMap(readPhotos)]),
  );
};
