import { type RawBuilder, sql } from 'kysely';
import { seesNewPhotos } from '../../access/readers/new-photos.ts';
import { bind, col, type SqlRef } from '../../access/rules/sees.ts';
import { memberships, ringsForMoments, ringsInRun } from '../../access/readers/not-told.ts';
import {
  hasUntoldPhotos,
  insertIntoToldAlbums,
  newestAddition,
  untoldAfter,
} from '../../access/readers/not-told-photos.ts';
import type { AppContext } from '../../app-context.ts';
import { onlyRow, prepared, type Tx } from '../../platform/db/database.ts';
import { randomId } from '../../platform/db/random-id.ts';
import { JobNotReady } from '../../platform/jobs/jobs.ts';
import { announce, type Notified } from './new-moments.ts';
import { insertPauses, pauseMs, readPause } from './pause.ts';

/** Later photos of an album notify each reader at most once in this time. */
const dayMs = 24 * 60 * 60_000;

const kind = 'tell-album';

type Run = {
  album: number;
  /** The notifications are about additions up to this key. */
  until: number;
  /** The others as in the run of new moments. */
  due: number;
  member: number;
  sunday: number;
  now: number;
};
const ofRun = ['album', 'until', 'due', 'member', 'sunday', 'now'] as const;
type Placeholders = { [K in keyof Run]: RawBuilder<Run[K]> };

const isReaderSoon = (album: SqlRef) =>
  sql`m.circle_id = pc.circle_id and pc.post_id = ${album} and ${ringsForMoments}`;
const isReader = ({ album, member, sunday }: Pick<Placeholders, 'album' | 'member' | 'sunday'>) =>
  sql`m.circle_id = pc.circle_id and pc.post_id = ${album} and ${ringsInRun({ member, sunday })}`;

// A notification less than a day before `now`, not of the present run.
const wasNotified = (now: SqlRef) => sql`n.user_id = m.user_id and n.group_key = 'photos:' || pc.post_id
  and n.created_at > cast(${now} as bigint) - ${sql.lit(dayMs)} and n.created_at < cast(${now} as bigint)`;

const queueAlbum = prepared<{ album: number; addition: number; runAt: number; now: number }, never>({
  name: 'queue_notifications_of_new_photos',
  parameters: ['album', 'addition', 'runAt', 'now'],
  text: ({ album, addition, runAt, now }) =>
    insertPauses(
      kind,
      { of: album, due: addition, member: sql.lit(0), runAt, now },
      sql`where exists (select 1 from post_circles pc, ${memberships} where ${isReaderSoon(album)})`,
    ),
});

/**
 * Queues the notifications of an addition to an album: one job, however many readers the album has, and none if no
 * reader wants to be notified.
 */
export const notifyNewPhotos = async (tx: Tx, album: number, addition: number): Promise<void> => {
  const now = Date.now();
  await tx.run(queueAlbum, { album, addition, runAt: now + pauseMs, now });
};

/** Queues the notifications of later photos that a member has not been told of, after a change of their choices. */
export const notifyOfEarlierPhotos = async ({ q }: Tx, userId: number): Promise<void> => {
  const now = Date.now();
  await insertPauses(
    kind,
    {
      of: col('pc.post_id'),
      due: newestAddition,
      member: bind(userId),
      runAt: bind(now + pauseMs),
      now: bind(now),
    },
    sql`from ${memberships} join post_circles pc on ${hasUntoldPhotos(bind(Number.MAX_SAFE_INTEGER))}
      where m.user_id = ${userId} and ${ringsForMoments}`,
  ).execute(q);
};

const lockReaders = prepared<Run, { id: number }>({
  name: 'lock_readers_of_new_photos',
  parameters: ofRun,
  text: ({ due, ...run }, dialect) => sql`
    select u.id from post_circles pc, ${memberships} where ${isReader(run)} and ${hasUntoldPhotos(due)} order by u.id
    ${dialect.pick({ sqlite: sql``, postgres: sql`for no key update of u` })}`,
});

// One row for each reader. A member whose hour has come does not wait for the end of a day.
const untoldByReader = ({ due, now, ...run }: Placeholders) => sql`
  select m.user_id, pc.post_id, min(${untoldAfter}) as after_id
  from post_circles pc, ${memberships} where ${isReader(run)} and ${hasUntoldPhotos(due)}
    and (cast(${run.member} as bigint) <> 0 or not exists (select 1 from notifications n where ${wasNotified(now)}))
  group by m.user_id, pc.post_id`;

// Restarts a notification that its reader has read, or of whose photos they see none any more.
const insertOrRestart = prepared<Run, Notified>({
  name: 'notify_of_new_photos',
  parameters: ofRun,
  text: (run, dialect) => sql`
    insert into notifications (public_id, user_id, kind, group_key, post_id, after_addition_id, to_addition_id,
      is_read, in_bell, created_at)
    select ${randomId(dialect)}, untold.user_id, 'new_photos', 'photos:' || untold.post_id, untold.post_id,
      untold.after_id, cast(${run.until} as bigint), 0, 1, cast(${run.now} as bigint)
    from (${untoldByReader(run)}) untold where true
    on conflict (user_id, group_key) do update set is_read = 0, in_bell = 1, created_at = excluded.created_at,
      after_addition_id = excluded.after_addition_id, to_addition_id = excluded.to_addition_id
    where notifications.is_read = 1 or not ${seesNewPhotos(col('notifications.user_id'), {
      post: col('notifications.post_id'),
      after: col('notifications.after_addition_id'),
      until: col('notifications.to_addition_id'),
    })}
    returning id, user_id, public_id`,
});

const extendUnread = prepared<Run, Notified>({
  name: 'extend_notification_of_new_photos',
  parameters: ofRun,
  text: (run) => sql`
    update notifications set created_at = ${run.now}, to_addition_id = ${run.until}
    from (${untoldByReader(run)}) untold
    where notifications.user_id = untold.user_id and notifications.group_key = 'photos:' || untold.post_id
      and notifications.is_read = 0 and notifications.to_addition_id < ${run.until}
    returning id, notifications.user_id, public_id`,
});

const markTold = prepared<Run, never>({
  name: 'mark_new_photos_told',
  parameters: ofRun,
  text: (run) =>
    insertIntoToldAlbums(sql`
      select untold.user_id, untold.post_id, cast(${run.until} as bigint)
      from (${untoldByReader(run)}) untold where true`),
});

// The day of the first reader that ends; null if nobody waits.
const firstDay = prepared<Pick<Run, 'album' | 'due' | 'now'>, { begunAt: number | null }>({
  name: 'first_day_of_new_photos',
  parameters: ['album', 'due', 'now'],
  text: ({ album, due, now }) => sql`
    select min(n.created_at) as "begunAt" from post_circles pc, notifications n, ${memberships}
    where ${isReaderSoon(album)} and ${hasUntoldPhotos(due)} and ${wasNotified(now)}`,
});

// Idempotent: the marks move in the same transaction.
const tell = async (tx: Tx, run: Run): Promise<boolean> => {
  if ((await tx.run(lockReaders, run)).length === 0) return false;
  const begun = await tx.run(insertOrRestart, run);
  const extended = await tx.run(extendUnread, run);
  await tx.run(markTold, run);
  return announce(tx, { begun, extended, now: run.now });
};

/** @throws JobNotReady until the day of every reader who was notified of photos of the album is over */
const tellAlbum = async ({ db, jobs }: Pick<AppContext, 'db' | 'jobs'>, payload: unknown): Promise<void> => {
  const pause = readPause(payload);
  const album = pause.of;
  // Additions to one album wait for each other, so the newest key that can be read has all smaller ones before it.
  const newest = await db.read
    .selectFrom('album_additions')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('post_id', '=', album)
    .executeTakeFirst();
  const until = newest?.id ?? null;
  if (until === null) return;
  const [due, now] = [Math.min(pause.due, until), Date.now()];
  await db.write(async (tx) => {
    if (await tell(tx, { album, until, due, member: 0, sunday: 0, now })) jobs.wakeAfter(tx);
  });
  const { begunAt } = onlyRow(await db.run(firstDay, { album, due, now }));
  if (begunAt !== null) throw new JobNotReady(Math.max(begunAt + dayMs - Date.now(), 0));
};

/**
 * Notifies a member, whose hour has come, of later photos of albums in the circles that they chose for it. @returns whether
 * pushes were queued
 */
export const tellPhotosAtHour = async (
  tx: Tx,
  { member, sunday, until }: Pick<Run, 'member' | 'sunday' | 'until'>,
): Promise<boolean> => {
  const { rows } = await sql<{ album: number }>`
    select distinct pc.post_id as album from ${memberships} join post_circles pc on ${hasUntoldPhotos(bind(until))}
    where m.user_id = ${member} and ${ringsInRun({ member: bind(member), sunday: bind(sunday) })} order by 1`.execute(
    tx.q,
  );
  const now = Date.now();
  let pushes = false;
  for (const { album } of rows)
    pushes = (await tell(tx, { album, until, due: until, member, sunday, now })) || pushes;
  return pushes;
};

export const handleNewPhotos = (context: AppContext): void => {
  context.jobs.handle(kind, (payload) => tellAlbum(context, payload));
};
