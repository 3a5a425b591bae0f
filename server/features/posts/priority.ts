import { sql } from 'kysely';
import type { Output } from '../../../contract/endpoint.ts';
import type { groupedByPriority } from '../../../contract/posts.ts';
import { readKeys } from '../../access/show/present.ts';
import { belongsInFeed, bind, col, countsInFeed, postOf } from '../../access/rules/sees.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Database } from '../../platform/db/database.ts';
import { listCircles } from '../circles/read.ts';
import { countFeed, findFeedBefore } from './feed.ts';
import { countedTo, readPost, type PostRow, selectPosts } from './select.ts';

/** The number of newest posts that the priority feed shows of each circle. */
const postsPerCircle = 3;

interface GroupRow {
  circle: string;
  total: number;
  newest: string | null;
}

// One row per circle that the viewer knows of: the number of posts, and the newest three, each read from the end of
// the index.
const selectGroups = (viewer: Viewer) => {
  const me = bind(viewer.id);
  const proposed = sql`from post_circles pc where pc.circle_id = m.circle_id and pc.post_id > m.sees_after_post_id`;
  const postsOf = sql`${proposed} and ${belongsInFeed(me, col('pc.post_id'))}`;
  const countedOf = sql`${proposed} and ${countsInFeed(me, postOf('pc'))}`;
  return sql<GroupRow>`
    select c.public_id as circle, (select count(*) from (select 1 ${countedOf} limit ${countedTo}) counted) as total,
      (select cast(json_group_array(head.post_id) as text)
       from (select pc.post_id ${postsOf} order by pc.post_id desc limit ${postsPerCircle}) head) as newest
    from circle_members m join circles c on c.id = m.circle_id
    where m.user_id = ${viewer.id} and (c.kind = 'shared' or c.owner_id = ${viewer.id})`;
};

/** The viewer's circles, closest first, each with its newest posts. 'Shared with you' comes last, if it has any. */
export const findPriorityFeed = async (
  db: Database,
  viewer: Viewer,
): Promise<Output<typeof groupedByPriority>> => {
  const circles = await listCircles(db.read, viewer);
  const { rows: groups } = await selectGroups(viewer).execute(db.read);
  // One group for all moments shared through other members' private circles, which the viewer does not know of.
  const { items: shared } = await findFeedBefore(db, viewer, null, postsPerCircle, 'shared-with-you');
  const idsOf = (group: GroupRow | undefined) => readKeys(group?.newest ?? null);
  const ids = [...new Set(groups.flatMap(idsOf))];
  const posts = new Map<number, PostRow>();
  if (ids.length > 0) {
    const { rows } = await selectPosts(
      bind(viewer.id),
      sql`select id as post_id, id as position from posts
        where id in (${sql.join(ids)}) and ${belongsInFeed(bind(viewer.id), col('posts.id'))}`,
    ).execute(db.read);
    for (const row of rows) posts.set(row.id, row);
  }
  const load = (wanted: readonly number[]) =>
    wanted.flatMap((id) => {
      const row = posts.get(id);
      return row ? [readPost(row)] : [];
    });
  const byCircle = new Map(groups.map((group) => [group.circle, group]));
  const known = circles.map((circle) => {
    const group = byCircle.get(circle.id);
    const total = group?.total ?? 0;
    return { circle, posts: load(idsOf(group)), totalPosts: total, hasMore: total > postsPerCircle };
  });
  if (shared.length === 0) return known;
  const total = await countFeed(db, viewer, 'shared-with-you');
  return [...known, { circle: null, posts: shared, totalPosts: total, hasMore: total > postsPerCircle }];
};
