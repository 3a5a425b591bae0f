import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Database, Queries, Tx } from '../../platform/db/database.ts';
import { lockRows } from '../../platform/db/locks.ts';
import { notify } from '../notifications/notify.ts';

const row = 'earlier-likes';

/** Likes up to this giver and post are done. `until` (epoch ms) is when the first batch ran. */
const Mark = z.object({ giver: z.number(), post: z.number(), until: z.number(), isDone: z.boolean() });
type Mark = z.infer<typeof Mark>;

/** Likes in one transaction, so that other writes wait only for milliseconds. */
const batchSize = 100;

const readMark = async (q: Queries): Promise<Mark> => {
  const kept = await q.selectFrom('meta').select('value').where('key', '=', row).executeTakeFirst();
  if (kept) return Mark.parse(JSON.parse(kept.value));
  return { giver: 0, post: 0, until: Date.now(), isDone: false };
};

const writeMark = async ({ q }: Tx, mark: Mark): Promise<void> => {
  const value = JSON.stringify(mark);
  await q
    .insertInto('meta')
    .values({ key: row, value })
    .onConflict((on) => on.column('key').doUpdateSet({ value }))
    .execute();
};

interface Given {
  user_id: number;
  post_id: number;
}

// Puts likes into the shared circles of their moments that their givers have been in since before. A moment never gains
// a circle, so it was in them as well.
const place = async ({ q }: Tx, from: Mark, to: Given): Promise<void> => {
  // The limit makes SQLite start from the likes of the batch, and not from all memberships of their givers.
  const batch = sql`
    select post_id, user_id, created_at from likes
    where (user_id, post_id) > (${from.giver}, ${from.post}) and (user_id, post_id) <= (${to.user_id}, ${to.post_id})
      and created_at <= ${from.until} limit ${batchSize}`;
  const places = sql`
    select l.post_id, l.user_id, pc.circle_id from (${batch}) l
    join post_circles pc on pc.post_id = l.post_id
    join circles c on c.id = pc.circle_id and c.kind = 'shared'
    join circle_members m on m.circle_id = pc.circle_id and m.user_id = l.user_id and m.added_at <= l.created_at
    where not exists (select 1 from like_circles k where k.post_id = l.post_id and k.user_id = l.user_id)`;
  await sql`
    update post_circles set likes_count = post_circles.likes_count + placed.number from (
      select p.post_id, p.circle_id, count(*) as number from (${places}) p
      join users giver on giver.id = p.user_id and giver.banned_at is null group by p.post_id, p.circle_id) placed
    where placed.post_id = post_circles.post_id and placed.circle_id = post_circles.circle_id`.execute(q);
  await sql`insert into like_circles (post_id, user_id, circle_id) ${places}`.execute(q);
};

const nextBatch = async (tx: Tx): Promise<boolean> => {
  const mark = await readMark(tx.q);
  if (mark.isDone) return false;
  // Lock in the order of a ban: likes, then posts, so that neither is counted or narrowed concurrently.
  const likes: Given[] = await lockRows(
    tx,
    tx.q
      .selectFrom('likes')
      .select(['user_id', 'post_id'])
      .where(sql<boolean>`(user_id, post_id) > (${mark.giver}, ${mark.post}) and created_at <= ${mark.until}`)
      .orderBy('user_id')
      .orderBy('post_id')
      .limit(batchSize),
  );
  const last = likes.at(-1);
  if (!last) {
    await writeMark(tx, { ...mark, isDone: true });
    return false;
  }
  const posts = likes.map((like) => like.post_id);
  await lockRows(tx, tx.q.selectFrom('posts').select('id').where('id', 'in', posts).orderBy('id'));
  await place(tx, mark, last);
  const givers = new Set(likes.map((like) => like.user_id));
  // The batch before ended within the likes of this giver, and notified them.
  givers.delete(mark.giver);
  const kind = 'likes_narrowed';
  for (const giver of givers) await notify(tx, { kind, to: giver, actor: null, group: kind });
  await writeMark(tx, { ...mark, giver: last.user_id, post: last.post_id });
  return true;
};

/**
 * Puts the likes that were given before likes kept to their circles into circles (LIKE-3), and notifies each giver once.
 * It continues after the last batch, so it can be cut off anywhere. Until its batch a like belongs to no circle.
 */
export const placeEarlierLikes = async (db: Database, shutdown: AbortSignal): Promise<void> => {
  while (!shutdown.aborted && (await db.write(nextBatch))) await nextTurn();
};
