import { sql } from 'kysely';
import type { CirclePlace } from '../../../contract/circles.ts';
import { limits } from '../../../contract/limits.ts';
import { prepared, type StatementRunner } from '../../platform/db/database.ts';
import { countsInFeed, postOf, type SqlRef } from '../rules/sees.ts';
import type { Viewer } from '../viewer.ts';
import { time } from './present.ts';

/** The moments of others that came since the last visit, of a circle by the alias `m` of the viewer's membership. */
export const countNewMoments = (viewer: SqlRef) => sql<number>`(
  select count(*) from (
    select 1 from post_circles pc
    where pc.circle_id = m.circle_id and pc.post_id > m.visited_post_id and pc.post_id > m.sees_after_post_id
      and pc.author_id <> ${viewer} and ${countsInFeed(viewer, postOf('pc'))}
    order by pc.post_id desc limit ${sql.lit(limits.newMoments)}) counted)`;

const newSince = prepared<{ viewer: number; circle: number }, { visited_at: number; count: number }>({
  name: 'new_since_visit',
  parameters: ['viewer', 'circle'],
  text: ({ viewer, circle }) => sql`
    select m.visited_at, ${countNewMoments(viewer)} as count from circle_members m
    where m.circle_id = ${circle} and m.user_id = ${viewer} and m.visited_at is not null`,
});

/** The moments of others that came to a circle since the viewer's last visit; null without any. */
export const loadNewSince = async (
  from: StatementRunner,
  viewer: Viewer,
  circle: number,
): Promise<CirclePlace['newSince']> => {
  const [row] = await from.run(newSince, { viewer: viewer.id, circle });
  return row && row.count > 0 ? { count: row.count, since: time(row.visited_at) } : null;
};
