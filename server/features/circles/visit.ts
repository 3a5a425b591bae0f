import { sql } from 'kysely';
import { findCircle } from '../../access/find/circles.ts';
import type { Viewer } from '../../access/viewer.ts';
import { type Database, prepared } from '../../platform/db/database.ts';

/** A visit within this time of the last one does not change its time, whatever came: that would tell of moments out of sight. */
const minIntervalMs = 60_000;

const updateVisit = prepared<{ viewer: number; circle: number; now: number }, never>({
  name: 'update_visit',
  parameters: ['viewer', 'circle', 'now'],
  text: ({ viewer, circle, now }) => {
    const at = sql`cast(${now} as bigint)`;
    const newest = sql`coalesce((select max(post_id) from post_circles where circle_id = ${circle}), 0)`;
    return sql`
      update circle_members set visited_post_id = ${newest},
        visited_at = case when visited_at >= ${at} - ${sql.lit(minIntervalMs)} then visited_at else ${at} end
      where circle_id = ${circle} and user_id = ${viewer} and (visited_at is null
        or visited_at < ${at} - ${sql.lit(minIntervalMs)} or visited_post_id < ${newest})`;
  },
});

/** The viewer leaves the moments of a circle: those that come later are new (docs/decisions/0055). @throws missing */
export const visitCircle = async (db: Database, viewer: Viewer, publicId: string): Promise<void> => {
  const circle = await findCircle(db.read, viewer, publicId);
  await db.write(async (tx) => {
    await tx.run(updateVisit, { viewer: viewer.id, circle: circle.id, now: Date.now() });
  });
};
