import { sql } from 'kysely';
import { col, seesPost } from '../../access/rules/sees.ts';
import { deliveryOf, isUntold } from '../../access/readers/not-told.ts';
import { insertIntoToldAlbums } from '../../access/readers/not-told-photos.ts';
import type { Viewer } from '../../access/viewer.ts';
import { type Database, prepared } from '../../platform/db/database.ts';
import { idsAsJson, listedIds } from '../../platform/db/listed-keys.ts';

// The materialized table has both databases begin with the few given posts, not with all that are untold.
const insertSeen = prepared<{ viewer: number; publicIds: string }, never>({
  name: 'insert_seen_posts',
  parameters: ['viewer', 'publicIds'],
  text: ({ viewer, publicIds }, dialect) => sql`
    with shown as materialized (
      select pc.circle_id, pc.post_id, pc.author_id from posts p join post_circles pc on pc.post_id = p.id
      where p.public_id in ${listedIds(dialect, publicIds)})
    insert into told_posts (circle_id, user_id, post_id)
    select m.circle_id, m.user_id, p.id
    from shown pc join circle_members m on m.circle_id = pc.circle_id and m.user_id = ${viewer}
    join circles c on c.id = m.circle_id join users u on u.id = m.user_id join posts p on p.id = pc.post_id
    where ${isUntold(col('p.id'))} and ${deliveryOf} <> 'never'
    ${dialect.pick({
      sqlite: sql``,
      // A post or membership that is deleted concurrently is left out.
      postgres: sql`for key share of m, p`,
    })} on conflict do nothing`,
});

const insertSeenAlbums = prepared<{ viewer: number; publicIds: string }, never>({
  name: 'insert_seen_albums',
  parameters: ['viewer', 'publicIds'],
  text: ({ viewer, publicIds }, dialect) => {
    const shown = sql`
      select p.id, p.author_id, pc.last_addition_id from posts p join post_circles pc on pc.post_id = p.id
      where p.kind = 'album' and pc.last_addition_id is not null and p.public_id in ${listedIds(dialect, publicIds)}`;
    return insertIntoToldAlbums(sql`
      select cast(${viewer} as bigint), shown.id, max(shown.last_addition_id) from (${shown}) shown
      where ${seesPost(viewer, { id: col('shown.id'), author: col('shown.author_id') })} group by shown.id`);
  },
});

/**
 * Posts that were on the viewer's screen count as told, in each circle through which they are untold, and so do photos
 * that were added to an album before. Ids of other posts are ignored.
 */
export const markSeen = async (db: Database, viewer: Viewer, postIds: readonly string[]): Promise<void> => {
  await db.write(async (tx) => {
    const shown = { viewer: viewer.id, publicIds: idsAsJson(postIds) };
    await tx.run(insertSeen, shown);
    await tx.run(insertSeenAlbums, shown);
  });
};
