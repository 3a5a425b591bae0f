import { type RawBuilder, sql } from 'kysely';
import { seesNewMoments } from '../../access/readers/new-moments.ts';
import { bind, col, type SqlRef } from '../../access/rules/sees.ts';
import {
  deliveryOf,
  isUntold,
  memberships,
  newestPost,
  ringsForMoments,
  ringsInRun,
} from '../../access/readers/not-told.ts';
import { insertIntoToldAlbums } from '../../access/readers/not-told-photos.ts';
import type { AppContext } from '../../app-context.ts';
import { prepared, type Tx } from '../../platform/db/database.ts';
import { listedKeys } from '../../platform/db/listed-keys.ts';
import { randomId } from '../../platform/db/random-id.ts';
import { findSettledKey } from '../../platform/db/settled-key.ts';
import { publish } from '../../platform/events/hub.ts';
import { insertIntoJobs } from '../../platform/jobs/insert.ts';
import { hasPushSubscription, pushPayload } from './bulk.ts';
import { insertPauses, pauseMs, readPause } from './pause.ts';

const kind = 'tell-circle';

type Run = {
  circle: number;
  /** The notifications are about posts up to this key. */
  until: number;
  /** They go to readers of an untold post up to this key. Others must not notice that its pause is over. */
  due: number;
  /** The member whose hour has come, and 1 if it is their Sunday; 0 for everybody who is notified soon. */
  member: number;
  sunday: number;
};
const ofRun = ['circle', 'until', 'due', 'member', 'sunday'] as const;
type Placeholders = { [K in keyof Run]: RawBuilder<Run[K]> };

const isReaderSoon = (circle: SqlRef) => sql`m.circle_id = ${circle} and ${ringsForMoments}`;
const isReader = ({ circle, member, sunday }: Pick<Placeholders, 'circle' | 'member' | 'sunday'>) =>
  sql`m.circle_id = ${circle} and ${ringsInRun({ member, sunday })}`;

const queueCircle = prepared<{ circle: number; post: number; runAt: number; now: number }, never>({
  name: 'queue_notifications_of_new_moments',
  parameters: ['circle', 'post', 'runAt', 'now'],
  text: ({ circle, post, runAt, now }) =>
    insertPauses(
      kind,
      { of: circle, due: post, member: sql.lit(0), runAt, now },
      sql`where exists (select 1 from ${memberships} where ${isReaderSoon(circle)})`,
    ),
});

/**
 * Queues the notifications of a new moment in a circle: one job, however many members the circle has, and none if no
 * member wants to be notified.
 */
export const notifyNewMoment = async (tx: Tx, circle: number, post: number): Promise<void> => {
  const now = Date.now();
  await tx.run(queueCircle, { circle, post, runAt: now + pauseMs, now });
};

/** Queues the notifications of moments that a member has not been notified of, after a change of their choices. */
export const notifyOfEarlierMoments = async ({ q }: Tx, userId: number): Promise<void> => {
  const now = Date.now();
  await insertPauses(
    kind,
    {
      of: col('m.circle_id'),
      due: newestPost,
      member: bind(userId),
      runAt: bind(now + pauseMs),
      now: bind(now),
    },
    sql`from ${memberships} where m.user_id = ${userId} and ${ringsForMoments}
      and exists (select 1 from post_circles pc where ${isUntold(bind(Number.MAX_SAFE_INTEGER))})`,
  ).execute(q);
};

const hasReaders = prepared<Pick<Run, 'circle' | 'due'>, { one: number }>({
  name: 'has_readers_of_new_moments',
  parameters: ['circle', 'due'],
  text: ({ circle, due }) => sql`
    select 1 as one from ${memberships} where ${isReaderSoon(circle)} and m.told_post_id < ${due} limit 1`,
});

// The jobs of two circles that share a post wait here for each other, so that each reader is notified through one circle.
const lockReaders = prepared<Run, { id: number }>({
  name: 'lock_readers_of_new_moments',
  parameters: ofRun,
  text: ({ due, ...run }, dialect) => sql`
    select u.id from ${memberships} where ${isReader(run)} and m.told_post_id < ${due} order by u.id
    ${dialect.pick({ sqlite: sql``, postgres: sql`for no key update of u` })}`,
});

const isDue = (due: SqlRef) => sql`exists (select 1 from post_circles pc where ${isUntold(due)})`;

const untoldPosts = ({ until, due, ...run }: Placeholders) => sql`
  from ${memberships} join post_circles pc on ${isUntold(until)} where ${isReader(run)} and ${isDue(due)}`;

// One row for each reader. Private circles of others are one group.
const untoldByReader = (run: Placeholders) => sql`
  select m.user_id, min(pc.post_id) as first_post_id, max(pc.post_id) as last_post_id,
    min(case when c.kind = 'shared' then c.id end) as circle_id,
    min(case when c.kind = 'shared' then 'moments:' || c.id else 'moments:shared' end) as group_key
  ${untoldPosts(run)} group by m.user_id`;

/** A notification that was inserted or changed for its reader. */
export interface Notified {
  id: number;
  user_id: number;
  public_id: string;
}

// Restarts a notification that its reader has read, or of whose moments they see none any more. PostgreSQL locks the other
// notifications too and leaves them for `extendUnread`.
const insertOrRestart = prepared<Run & { now: number }, Notified>({
  name: 'notify_of_new_moments',
  parameters: [...ofRun, 'now'],
  text: ({ now, ...run }, dialect) => sql`
    insert into notifications (public_id, user_id, kind, group_key, circle_id, first_post_id, last_post_id,
      is_read, in_bell, created_at)
    select ${randomId(dialect)}, untold.user_id, 'new_moments', untold.group_key, untold.circle_id,
      untold.first_post_id, untold.last_post_id, 0, 1, ${now}
    from (${untoldByReader(run)}) untold where true
    on conflict (user_id, group_key) do update set is_read = 0, created_at = excluded.created_at,
      first_post_id = excluded.first_post_id, last_post_id = excluded.last_post_id
    where notifications.is_read = 1 or not ${seesNewMoments(col('notifications.user_id'), {
      circle: col('notifications.circle_id'),
      first: col('notifications.first_post_id'),
      last: col('notifications.last_post_id'),
    })}
    returning id, user_id, public_id`,
});

const extendUnread = prepared<Run & { now: number }, Notified>({
  name: 'extend_notification_of_new_moments',
  parameters: [...ofRun, 'now'],
  text: ({ now, ...run }) => sql`
    update notifications set created_at = ${now},
      first_post_id = case when notifications.first_post_id < untold.first_post_id
        then notifications.first_post_id else untold.first_post_id end,
      last_post_id = case when notifications.last_post_id > untold.last_post_id
        then notifications.last_post_id else untold.last_post_id end
    from (${untoldByReader(run)}) untold
    where notifications.user_id = untold.user_id and notifications.group_key = untold.group_key
      and notifications.is_read = 0
      and (notifications.first_post_id > untold.first_post_id or notifications.last_post_id < untold.last_post_id)
    returning id, notifications.user_id, public_id`,
});

// The same posts count as told in the reader's other circles.
const tellElsewhere = prepared<Run, never>({
  name: 'tell_new_moments_elsewhere',
  parameters: ofRun,
  text: (run) => sql`
    insert into told_posts (circle_id, user_id, post_id)
    select m.circle_id, m.user_id, pc.post_id
    from (select m.user_id, pc.post_id ${untoldPosts(run)}) here
    join circle_members m on m.user_id = here.user_id and m.circle_id <> ${run.circle}
    join circles c on c.id = m.circle_id join users u on u.id = m.user_id
    join post_circles pc on pc.post_id = here.post_id and ${isUntold(run.until)}
    where ${deliveryOf} <> 'never'
    on conflict do nothing`,
});

// Photos that were added to an untold album until now are part of it.
const tellAlbums = prepared<Run, never>({
  name: 'tell_albums_of_new_moments',
  parameters: ofRun,
  text: (run) =>
    insertIntoToldAlbums(sql`
      select m.user_id, pc.post_id, max(pc.last_addition_id) ${untoldPosts(run)} and pc.last_addition_id is not null
      group by m.user_id, pc.post_id`),
});

const advanceMarks = prepared<Run, never>({
  name: 'advance_marks_of_new_moments',
  parameters: ofRun,
  text: ({ until, due, ...run }) => sql`
    update circle_members as m set told_post_id = case when ${isDue(due)} then cast(${until} as bigint) else ${due} end
    from circles c, users u
    where c.id = m.circle_id and u.id = m.user_id and m.told_post_id < ${due} and ${isReader(run)}`,
});

const deletePassed = prepared<Pick<Run, 'circle' | 'until'>, never>({
  name: 'delete_told_posts_of_new_moments',
  parameters: ['circle', 'until'],
  text: ({ circle, until }) => sql`
    delete from told_posts where circle_id = ${circle} and post_id <= ${until} and exists (
      select 1 from circle_members m where m.circle_id = told_posts.circle_id and m.user_id = told_posts.user_id
        and m.told_post_id >= told_posts.post_id)`,
});

/** Queues the pushes of notifications; the keys are a JSON list. */
const insertPushes = prepared<{ notifications: string; now: number }, never>({
  name: 'queue_pushes_of_new_moments',
  parameters: ['notifications', 'now'],
  text: ({ notifications, now }, dialect) =>
    insertIntoJobs(sql`
      select 'push', ${pushPayload(now)}, n.user_id,
        cast(${now} as bigint), cast(${now} as bigint)
      from notifications n where n.id in ${listedKeys(dialect, notifications)} and ${hasPushSubscription}`),
});

/**
 * Queues pushes of notifications that begin, and tells open pages of all. @returns whether pushes were queued: then wake the
 * worker after the commit
 */
export const announce = async (
  tx: Tx,
  { begun, extended, now }: { begun: readonly Notified[]; extended: readonly Notified[]; now: number },
): Promise<boolean> => {
  if (begun.length > 0)
    await tx.run(insertPushes, { notifications: JSON.stringify(begun.map(({ id }) => id)), now });
  const told = [...begun, ...extended];
  const [first] = told;
  if (first) {
    const members = told.map((row) => row.user_id);
    await publish(tx, { kind: 'notification', id: first.public_id, to: { members } });
  }
  return begun.length > 0;
};

// Idempotent: the marks move in the same transaction.
const tell = async (tx: Tx, run: Run): Promise<boolean> => {
  if ((await tx.run(lockReaders, run)).length === 0) return false;
  const now = Date.now();
  const begun = await tx.run(insertOrRestart, { ...run, now });
  const extended = await tx.run(extendUnread, { ...run, now });
  await tx.run(tellElsewhere, run);
  await tx.run(tellAlbums, run);
  await tx.run(advanceMarks, run);
  await tx.run(deletePassed, { circle: run.circle, until: run.until });
  return announce(tx, { begun, extended, now });
};

const tellCircle = async ({ db, jobs }: Pick<AppContext, 'db' | 'jobs'>, payload: unknown): Promise<void> => {
  const { of: circle, due } = readPause(payload);
  // Mostly none: readers of the first of several moments in a row were notified of all.
  if ((await db.run(hasReaders, { circle, due })).length === 0) return;
  const until = await findSettledKey(db, 'posts');
  await db.write(async (tx) => {
    if (await tell(tx, { circle, until, due: Math.min(due, until), member: 0, sunday: 0 }))
      jobs.wakeAfter(tx);
  });
};

/**
 * Notifies a member, whose hour has come, of the moments of all circles that they chose for it. @returns whether pushes were
 * queued
 */
export const tellAtHour = async (
  tx: Tx,
  { member, sunday, until }: Pick<Run, 'member' | 'sunday' | 'until'>,
): Promise<boolean> => {
  const { rows } = await sql<{ circle: number }>`
    select m.circle_id as circle from ${memberships} where m.user_id = ${member}
      and ${ringsInRun({ member: bind(member), sunday: bind(sunday) })}
      and exists (select 1 from post_circles pc where ${isUntold(bind(until))}) order by m.circle_id`.execute(
    tx.q,
  );
  let pushes = false;
  for (const { circle } of rows)
    pushes = (await tell(tx, { circle, until, due: until, member, sunday })) || pushes;
  return pushes;
};

export const handleNewMoments = (context: AppContext): void => {
  context.jobs.handle(kind, (payload) => tellCircle(context, payload));
};
