import { type RawBuilder, sql } from 'kysely';
import { findCircle } from '../../access/find/circles.ts';
import { col, isInFeedOf } from '../../access/rules/sees.ts';
import { seesPhotoById } from '../../access/rules/sees-photos.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import { prepared } from '../../platform/db/database.ts';
import { dayStep } from '../../platform/db/schema/photos.ts';
import { dayNumber } from '../../platform/text/days.ts';
import { selectRanges } from './ranges.ts';

type Parameters = { viewer: number; circle: number | null; ranges: string };

const inRange = sql`near.day_key >= r.start and near.day_key < r.ending`;

const statementOf = (isCircle: boolean) =>
  prepared<Parameters, { year: number }>({
    name: isCircle ? 'photo_years_circle' : 'photo_years',
    parameters: ['viewer', 'circle', 'ranges'],
    text: ({ viewer, circle, ranges }, dialect) => {
      // Both walks by day end at the first photo that the viewer sees. `+ 0` keeps them to that index.
      const inCircle = sql`(
        select 1 from circle_photos near where near.circle_id = m.circle_id and ${inRange}
          and ${isInFeedOf(viewer, col('m.circle_id'), sql`near.post_id + 0`)}
          and ${seesPhotoById(viewer, col('near.image_id'))}
        order by near.day_key desc limit 1) is not null`;
      const own = sql`(
        select 1 from images near where near.owner_id = ${viewer} and ${inRange} and ${seesPhotoById(viewer, col('near.id'))}
        order by near.day_key desc limit 1) is not null`;
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
