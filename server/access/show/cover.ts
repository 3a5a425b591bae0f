import { sql } from 'kysely';
import { limits } from '../../../contract/limits.ts';
import type { CircleStrip } from '../../../contract/circles.ts';
import type { PlacedPhoto } from '../../../contract/shapes.ts';
import { belongsInFeed, col, isInFeedOf, seesCircle, type SqlRef } from '../rules/sees.ts';
import { photoRefs, seesPhotoById, seesPhotoOfSeenPost } from '../rules/sees-photos.ts';
import { countNewMoments } from './new-since.ts';
import { type PhotoWithAdderRow, readPhotoWithAdder, selectPhotosWithAdder } from './photos-with-adder.ts';
import { readPhotos, selectPhoto } from './photos.ts';
import { parsed } from './stored-json.ts';
import type { Viewer } from '../viewer.ts';
import { prepared, type StatementRunner } from '../../platform/db/database.ts';

interface Row extends PhotoWithAdderRow {
  /** 0 for the photo that the owner ringed, 2 for photos of the first moment, 1 for others. */
  rank: number;
}

// Each limit counts what the viewer sees: hidden photos and moments must not push out those that they see.

/** The first moment of the circle's feed, which stands below the cover. */
const firstMoment = (viewer: SqlRef, circle: SqlRef) => sql`
  select pc.post_id from post_circles pc
  where pc.circle_id = ${circle} and ${isInFeedOf(viewer, circle, col('pc.post_id'))}
    and ${belongsInFeed(viewer, col('pc.post_id'))}
  order by pc.post_id desc limit 1`;

/** The index proposes the newest photos and the one that the owner ringed, and `sees` decides. */
const newestPhotos = prepared<{ viewer: number; circle: number }, Row>({
  name: 'cover_of_circle',
  parameters: ['viewer', 'circle'],
  text: ({ viewer, circle }) => {
    const cover = sql.lit(limits.circleCover);
    const seesIt = seesPhotoById(viewer, col('cp.image_id'));
    // `+ 0` has the newest photos read by a walk through all photos, which ends early, and the ringed one and those of the
    // first moment by their own keys.
    return sql<Row>`
      with first_moment as materialized (select coalesce((${firstMoment(viewer, circle)}), 0) as post_id),
      candidates as materialized (
        select cp.image_id, cp.day_key, 0 as rank from circles ringing cross join circle_photos cp
        where ringing.id = ${circle} and cp.image_id = ringing.cover_photo_id and cp.circle_id + 0 = ringing.id
          and ${isInFeedOf(viewer, circle, col('cp.post_id'))} and ${seesIt}
        union all
        select above.image_id, above.day_key, 1 from (
          select cp.image_id, cp.day_key from circle_photos cp
          where cp.circle_id = ${circle} and ${isInFeedOf(viewer, circle, sql`cp.post_id + 0`)}
            and cp.post_id <> (select post_id from first_moment) and ${seesIt}
          order by cp.day_key desc limit ${cover}) above
        union all
        select below.image_id, below.day_key, 2 from (
          select cp.image_id, cp.day_key from posts around join images own on own.post_id = around.id
            join circle_photos cp on cp.image_id = own.id
          where around.id = (select post_id from first_moment) and cp.circle_id + 0 = ${circle}
            and ${seesPhotoOfSeenPost(viewer, photoRefs('own', 'around'))}
          order by cp.day_key desc limit ${cover}) below),
      seen as materialized (
        select candidates.image_id, min(candidates.rank) as rank from candidates
        group by candidates.image_id, candidates.day_key
        order by min(candidates.rank), candidates.day_key desc limit ${cover})
      select shown.*, seen.rank
      from (${selectPhotosWithAdder(viewer, sql`select seen.image_id from seen`)}) shown
      join seen on seen.image_id = shown.id
      order by seen.rank, shown.day_key desc`;
  },
});

/** The ringed photo and the newest photos of a circle, as its viewer sees them. */
export const loadCover = async (
  from: StatementRunner,
  viewer: Viewer,
  circle: number,
): Promise<{ cover: PlacedPhoto[]; coverPhotoId: string | null }> => {
  const rows = await from.run(newestPhotos, { viewer: viewer.id, circle });
  const [lead] = rows;
  return {
    cover: rows.flatMap(readPhotoWithAdder),
    coverPhotoId: lead?.rank === 0 ? lead.public_id : null,
  };
};

const newestOfEach = prepared<
  { viewer: number },
  { public_id: string; strip: string | null; new_count: number }
>({
  name: 'strips_of_circles',
  parameters: ['viewer'],
  text: ({ viewer }) => sql`
    select c.public_id, (
      select cast(json_group_array(newest.photo) as text) from (
        select ${selectPhoto('shown')} as photo from (
          select cp.image_id, cp.day_key from circle_photos cp
          where cp.circle_id = c.id and cp.post_id + 0 > m.sees_after_post_id
            and ${seesPhotoById(viewer, col('cp.image_id'))}
          order by cp.day_key desc limit ${sql.lit(limits.circleStrip)}) seen
        join images shown on shown.id = seen.image_id
        order by seen.day_key desc) newest) as strip,
      ${countNewMoments(viewer)} as new_count
    from circle_members m join circles c on c.id = m.circle_id
    where m.user_id = ${viewer}
      and ${seesCircle(viewer, { id: col('c.id'), kind: sql.ref('c.kind'), owner: col('c.owner_id') }, sql`true`)}`,
});

/** The newest photos and the number of new moments of each circle of the viewer, as the viewer sees them. */
export const loadStrips = async (
  from: StatementRunner,
  viewer: Viewer,
): Promise<Record<string, CircleStrip>> => {
  const rows = await from.run(newestOfEach, { viewer: viewer.id });
  return Object.fromEntries(
    rows.map((row) => [
      row.public_id,
      { photos: parsed<string[]>(row.strip ?? '[]').flatMap(readPhotos), newCount: row.new_count },
    ]),
  );
};
