import { sql } from 'kysely';
import { bind, col } from '../../access/sees.ts';
import { deliveryOf, isUntold } from '../../access/untold.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Database } from '../../platform/db/database.ts';

/**
 * Posts that were on the viewer's screen count as told, in each circle through which they are untold (LETTER-4). Ids of
 * other posts are ignored.
 */
export const markSeen = async (db: Database, viewer: Viewer, postIds: readonly string[]): Promise<void> => {
  if (postIds.length === 0) return;
  const me = bind(viewer.id);
  await db.write(async ({ q, dialect }) => {
    // A post or membership that is deleted concurrently is left out.
    const locked = dialect.pick({ sqlite: sql``, postgres: sql`for key share of m, p` });
    await sql`
      insert into told_posts (circle_id, user_id, post_id)
      select m.circle_id, m.user_id, p.id
      from posts p join circle_members m on m.user_id = ${me}
      join circles c on c.id = m.circle_id join users u on u.id = m.user_id
      join post_circles pc on pc.post_id = p.id and ${isUntold(col('p.id'))}
      where p.public_id in (${sql.join(postIds)}) and ${deliveryOf} <> 'never'
      ${locked} on conflict do nothing`.execute(q);
  });
};
