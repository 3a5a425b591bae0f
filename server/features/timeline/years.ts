import { type RawBuilder, sql } from 'kysely';
import { findCircle } from '../../access/find/circles.ts';
import { col, isInFeedOf, type Predicate, type SqlRef } from '../../access/rules/sees.ts';
import { seesPhotoById } from '../../access/rules/sees-photos.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import { prepared } from '../../platform/db/database.ts';
import { dayStep } from '../../platform/db/schema/photos.ts';
import { dayNumber } from '../../platform/text/days.ts';
import { selectRanges } from './ranges.ts';

/** Photos of a year and a circle that are looked at until the viewer sees one. */
const maxCandidates = 500;

type Parameters = { viewer: number; circle: number | null; ranges: string };

const hasSeen = (viewer: SqlRef, list: RawBuilder<unknown>, isShown: Predicate = sql<boolean>`true`) => sql`(
  select 1 from (${list}) near where ${seesPhotoById(viewer, col('near.image_id'))} and ${isShown} limit 1) is not null`;

const inRange = sql`day_key >= r.start and day_key < r.ending order by day_key desc limit ${sql.lit(maxCandidates)}`;

const statementOf = (isCircle: boolean) =>
  prepared<Parameters, { year: number }>({
    name: isCircle ? 'photo_years_circle' : 'photo_years',
    parameters: ['viewer', 'circle', 'ranges'],
    text: ({ viewer, circle, ranges }, dialect) => {
      const inCircle = hasSeen(
        viewer,
        sql`select image_id, post_id from circle_photos where circle_id = m.circle_id and ${inRange}`,
        isCircle ? isInFeedOf(viewer, col('m.circle_id'), col('near.post_id')) : undefined,
      );
      const own = hasSeen(
        viewer,
        sql`select id as image_id from images where owner_id = ${viewer} and ${inRange}`,
      );
      const ends = (list: RawBuilder<unknown>) =>
        sql`(select min(day_key) ${list}) as first_key, (select max(day_key) ${list}) as last_key`;
      // Most years have no photo at all.
      return sql`
        with spans as materialized (
          select min(first_key) as first_key, max(last_key) as last_key from (
            select ${ends(sql`from circle_photos cp where cp.circle_id = m.circle_id`)} from circle_members m
            where m.user_id = ${viewer} ${isCircle ? sql`and m.circle_id = ${circle}` : sql``}
            ${isCircle ? sql`` : sql`union all select ${ends(sql`from images i where i.owner_id = ${viewer}`)}`}) each_list),
        r as materialized (select label, start, ending from (${selectRanges(dialect, ranges)}) every_year
          join spans on ending > spans.first_key and start <= spans.last_key)
        select r.label as year from r where exists (select 1 from circle_members m where m.user_id = ${viewer}
            ${isCircle ? sql`and m.circle_id = ${circle}` : sql``} and ${inCircle})
          ${isCircle ? sql`` : sql`or ${own}`}
        order by r.label desc`;
    },
  });

const statements = { all: statementOf(false), circle: statementOf(true) };

const firstYear = 1826;

/**
 * The years of which the viewer sees photos, newest first. `sees` decides, so that a year with hidden photos alone is no
 * year. @throws missing for a circle that the viewer does not know of
 */
export const listYears = async (
  { db }: Pick<AppContext, 'db'>,
  viewer: Viewer,
  circleId: string | undefined,
): Promise<number[]> => {
  const circle = circleId === undefined ? null : (await findCircle(db.read, viewer, circleId)).id;
  const start = (year: number) => dayNumber(`${year}-01-01`) * dayStep;
  // Tomorrow may be next year.
  const lastYear = new Date().getUTCFullYear() + 1;
  const ranges = Array.from({ length: lastYear - firstYear + 1 }, (_, index) => {
    const year = firstYear + index;
    return [year, start(year), start(year + 1)];
  });
  const statement = circle === null ? statements.all : statements.circle;
  const rows = await db.run(statement, { viewer: viewer.id, circle, ranges: JSON.stringify(ranges) });
  return rows.map(({ year }) => year);
};
