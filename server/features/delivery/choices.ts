import { type RawBuilder, sql } from 'kysely';
import type * as contract from '../../../contract/delivery.ts';
import type { Input, Output } from '../../../contract/endpoint.ts';
import { findCircles } from '../../access/find/circles.ts';
import { timeOrNull } from '../../access/show/present.ts';
import {
  belongsInFeed,
  bind,
  col,
  countsInFeed,
  postOf,
  seesCircle,
  seesPost,
} from '../../access/rules/sees.ts';
import { deliveryOf, memberships, newestPost } from '../../access/readers/not-told.ts';
import { seesNewPhotos } from '../../access/readers/new-photos.ts';
import { newestAddition } from '../../access/readers/not-told-photos.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Database, Queries, Tx } from '../../platform/db/database.ts';
import { lockMembers } from '../../platform/db/locks.ts';
import type { Delivery } from '../../platform/db/schema/circles.ts';
import { notifyOfEarlierMoments } from '../notifications/new-moments.ts';
import { notifyOfEarlierPhotos } from '../notifications/new-photos.ts';

type Choices = Output<typeof contract.get>;

// The memberships `m` of a member, with the circle `c` and the member `u`.
const joinMemberships = (member: RawBuilder<number>) => sql` ${memberships} and u.id = ${member}`;

const ofCircles = async (q: Queries, viewer: Viewer): Promise<Choices['circles']> => {
  const me = bind(viewer.id);
  const { rows } = await sql<{ circle: string; delivery: Delivery }>`
    select c.public_id as circle, m.delivery from ${joinMemberships(me)}
    where m.user_id = ${me}
      and ${seesCircle(me, { id: col('c.id'), kind: sql.ref('c.kind'), owner: col('c.owner_id') }, sql`true`)}
    order by m.priority desc, c.name, c.id`.execute(q);
  return rows.map(({ circle, delivery }) => ({ circleId: circle, when: delivery }));
};

/**
 * The time of the newest post that the viewer sees at or below all marks of their memberships. Posts that they do not
 * see are left out: the time of one would tell when a stranger shares something.
 */
const findUntoldAfter = async (q: Queries, viewer: Viewer): Promise<string | null> => {
  const me = bind(viewer.id);
  const { rows } = await sql<{ at: number }>`
    select p.created_at as at from posts p where p.id = (
      select max((select pc.post_id from post_circles pc
        where pc.circle_id = mine.circle_id and pc.post_id <= mark.lowest and pc.post_id > mine.sees_after_post_id
          and ${countsInFeed(me, postOf('pc'))}
        order by pc.post_id desc limit 1))
      from circle_members mine, (select min(m.told_post_id) as lowest from ${joinMemberships(me)}
        where (c.kind = 'shared' or c.owner_id <> m.user_id) and ${deliveryOf} <> 'never') mark
      where mine.user_id = ${me})`.execute(q);
  return timeOrNull(rows[0]?.at ?? null);
};

const findShared = async (q: Queries, userId: number): Promise<Delivery> => {
  const { shared_delivery: shared } = await q
    .selectFrom('users')
    .select('shared_delivery')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return shared;
};

/** When moments reach the viewer. */
export const findChoices = async (q: Queries, viewer: Viewer): Promise<Choices> => ({
  // 'Shared with you' is always there: its presence must not tell whether somebody has the viewer in a private circle.
  circles: [...(await ofCircles(q, viewer)), { circleId: null, when: await findShared(q, viewer.id) }],
  untoldAfter: await findUntoldAfter(q, viewer),
});

// The memberships of the private circles of others.
const isShared = (userId: number) => sql<boolean>`
  circle_id in (select id from circles where kind = 'private' and owner_id <> ${userId})`;

/**
 * Moments shared and photos added to albums while nothing reached the member count as told, if there are some that the
 * member's feed shows: others must not end the wait of earlier ones.
 */
export const tellAll = async ({ q }: Tx, userId: number, which: RawBuilder<boolean>): Promise<void> => {
  const me = bind(userId);
  await sql`
    update circle_members set told_post_id = ${newestPost}
    where user_id = ${userId} and told_post_id < ${newestPost} and ${which} and exists (
      select 1 from post_circles newer where newer.circle_id = circle_members.circle_id
        and newer.post_id > coalesce(circle_members.stopped_post_id, 0)
        and newer.author_id <> ${userId} and ${belongsInFeed(me, col('newer.post_id'))})`.execute(q);
  await sql`
    update circle_members set told_addition_id = ${newestAddition}
    where user_id = ${userId} and told_addition_id < ${newestAddition} and ${which} and exists (
      select 1 from post_circles newer where newer.circle_id = circle_members.circle_id
        and newer.last_addition_id > coalesce(circle_members.stopped_addition_id, 0)
        and ${seesPost(me, postOf('newer'))} and ${seesNewPhotos(me, {
          post: col('newer.post_id'),
          after: sql<number>`coalesce(circle_members.stopped_addition_id, 0)`,
          until: col('newer.last_addition_id'),
        })})`.execute(q);
};

/** Remembers when nothing more reaches the member. Undone before the next moment, the choice loses nothing. */
export const rememberStop = async ({ q }: Tx, userId: number, which: RawBuilder<boolean>): Promise<void> => {
  await sql`
    update circle_members set stopped_post_id = ${newestPost}, stopped_addition_id = ${newestAddition}
    where user_id = ${userId} and ${which}`.execute(q);
};

const chooseForCircles = async (
  tx: Tx,
  userId: number,
  when: Delivery,
  circleIds: readonly number[],
): Promise<void> => {
  if (circleIds.length === 0) return;
  const chosen = sql<boolean>`circle_id in (${sql.join(circleIds)})`;
  if (when === 'never') await rememberStop(tx, userId, sql<boolean>`${chosen} and delivery <> 'never'`);
  else await tellAll(tx, userId, sql<boolean>`${chosen} and delivery = 'never'`);
  await sql`update circle_members set delivery = ${when} where user_id = ${userId} and ${chosen}`.execute(
    tx.q,
  );
};

const chooseForShared = async (tx: Tx, userId: number, when: Delivery): Promise<void> => {
  const isStopped = (await findShared(tx.q, userId)) === 'never';
  if (when === 'never' && !isStopped) await rememberStop(tx, userId, isShared(userId));
  if (when !== 'never' && isStopped) await tellAll(tx, userId, isShared(userId));
  await tx.q.updateTable('users').set({ shared_delivery: when }).where('id', '=', userId).execute();
};

/** Deletes the rows of members that their marks have passed. */
export const sweepTold = async ({ q }: Tx, userIds: readonly number[]): Promise<void> => {
  await sql`
    delete from told_posts where (circle_id, user_id) in (
        select circle_id, user_id from circle_members where user_id in (${sql.join(userIds)}))
      and exists (select 1 from circle_members m where m.circle_id = told_posts.circle_id
        and m.user_id = told_posts.user_id and m.told_post_id >= told_posts.post_id)`.execute(q);
};

/** Sets the given choices and leaves the others. Idempotent. @throws missing for a circle that the viewer does not see */
export const setChoices = (
  db: Database,
  viewer: Viewer,
  { circles: given }: Input<typeof contract.set>,
): Promise<Choices> =>
  db.write(async (tx) => {
    await lockMembers(tx, [viewer.id]);
    const ids = given.flatMap(({ circleId }) => circleId ?? []);
    const found = await findCircles(tx.q, viewer, ids);
    const keys = new Map(found.map((circle) => [circle.publicId, circle.id]));
    for (const [when, chosen] of Map.groupBy(given, (choice) => choice.when)) {
      const circleIds = chosen.flatMap(({ circleId }) => keys.get(circleId ?? '') ?? []);
      await chooseForCircles(tx, viewer.id, when, circleIds);
      if (chosen.some(({ circleId }) => circleId === null)) await chooseForShared(tx, viewer.id, when);
    }
    await sweepTold(tx, [viewer.id]);
    if (given.some(({ when }) => when === 'now')) {
      await notifyOfEarlierMoments(tx, viewer.id);
      await notifyOfEarlierPhotos(tx, viewer.id);
    }
    return findChoices(tx.q, viewer);
  });

/** Sets every choice of a member to 'only when I look'. */
export const stopAll = async (tx: Tx, userId: number): Promise<void> => {
  await lockMembers(tx, [userId]);
  await rememberStop(tx, userId, sql<boolean>`delivery <> 'never' and not (${isShared(userId)})`);
  await tx.q.updateTable('circle_members').set({ delivery: 'never' }).where('user_id', '=', userId).execute();
  await chooseForShared(tx, userId, 'never');
};

/** Sets the one choice of a mailbox member, which holds for the circles that they join later too. */
export const chooseForAll = async (tx: Tx, userId: number, when: 'evening' | 'sunday'): Promise<void> => {
  await lockMembers(tx, [userId]);
  await tx.q.updateTable('circle_members').set({ delivery: when }).where('user_id', '=', userId).execute();
  await tx.q.updateTable('users').set({ shared_delivery: when }).where('id', '=', userId).execute();
};
