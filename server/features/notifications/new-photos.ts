import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import { seesNewPhotos } from '../../access/readers/new-photos.ts';
import { bind, col, type SqlRef } from '../../access/rules/sees.ts';
import { memberships, ringsForMoments, ringsInRun } from '../../access/readers/not-told.ts';
import { hasUntoldPhotos, insertIntoToldAlbums, untoldAfter } from '../../access/readers/not-told-photos.ts';
import type { AppContext } from '../../app-context.ts';
import { prepared, type Tx } from '../../platform/db/database.ts';
import { randomId } from '../../platform/db/random-id.ts';
import { clearUniqueKey, insertUniqueJobs } from '../../platform/jobs/insert.ts';
import { JobNotReady } from '../../platform/jobs/jobs.ts';
import { announce, type Notified } from './new-moments.ts';
import { pauseMs } from './pause.ts';

/** Later photos of an album notify at most once in this time. */
const dayMs = 24 * 60 * 60_000;

const kind = 'tell-album';

type Run = {
  album: number;
  /** The notifications are about additions up to this key. */
  until: number;
  /** As in the run of new moments. */
  member: number;
  sunday: number;
};
const ofRun = ['album', 'until', 'member', 'sunday'] as const;
type Placeholders = { [K in keyof Run]: RawBuilder<Run[K]> };

const isReaderSoon = (album: SqlRef) =>
  sql`m.circle_id = pc.circle_id and pc.post_id = ${album} and ${ringsForMoments}`;
const isReader = ({ album, member, sunday }: Pick<Placeholders, 'album' | 'member' | 'sunday'>) =>
  sql`m.circle_id = pc.circle_id and pc.post_id = ${album} and ${ringsInRun({ member, sunday })}`;

const queueAlbum = prepared<{ album: number; runAt: number; now: number }, never>({
  name: 'queue_notifications_of_new_photos',
  parameters: ['album', 'runAt', 'now'],
  text: ({ album, runAt, now }) =>
    insertUniqueJobs(sql`
      select ${sql.lit(kind)}, cast(cast(${album} as bigint) as text), ${sql.lit(`${kind}:`)} || cast(${album} as bigint),
        cast(${runAt} as bigint), cast(${now} as bigint)
      where exists (select 1 from post_circles pc, ${memberships} where ${isReaderSoon(album)})`),
});

/**
 * Queues the notifications of photos that were added to an album: one job, however many readers the album has, and none
 * if no reader wants to be notified.
 */
export const notifyNewPhotos = async (tx: Tx, albumId: number): Promise<void> => {
  const now = Date.now();
  await tx.run(queueAlbum, { album: albumId, runAt: now + pauseMs, now });
};

/** Queues the notifications of later photos that a member has not been told of, after a change of their choices. */
export const notifyOfEarlierPhotos = async ({ q }: Tx, userId: number): Promise<void> => {
  const now = Date.now();
  await insertUniqueJobs(sql`
    select distinct ${kind}, cast(pc.post_id as text), ${`${kind}:`} || pc.post_id,
      cast(${now + pauseMs} as bigint), cast(${now} as bigint)
    from ${memberships} join post_circles pc on ${hasUntoldPhotos(bind(Number.MAX_SAFE_INTEGER))}
    where m.user_id = ${userId} and ${ringsForMoments}`).execute(q);
};

const lockReaders = prepared<Run, { id: number }>({
  name: 'lock_readers_of_new_photos',
  parameters: ofRun,
  text: ({ until, ...run }, dialect) => sql`
    select u.id from post_circles pc, ${memberships} where ${isReader(run)} and ${hasUntoldPhotos(until)} order by u.id
    ${dialect.pick({ sqlite: sql``, postgres: sql`for no key update of u` })}`,
});

// One row for each reader.
const untoldByReader = ({ until, ...run }: Placeholders) => sql`
  select m.user_id, pc.post_id, min(${untoldAfter}) as after_id
  from post_circles pc, ${memberships} where ${isReader(run)} and ${hasUntoldPhotos(until)}
  group by m.user_id, pc.post_id`;

// Restarts a notification that its reader has read, or of whose photos they see none any more.
const insertOrRestart = prepared<Run & { now: number }, Notified>({
  name: 'notify_of_new_photos',
  parameters: [...ofRun, 'now'],
  text: ({ now, ...run }, dialect) => sql`
    insert into notifications (public_id, user_id, kind, group_key, post_id, after_addition_id, to_addition_id,
      is_read, in_bell, created_at)
    select ${randomId(dialect)}, untold.user_id, 'new_photos', 'photos:' || untold.post_id, untold.post_id,
      untold.after_id, cast(${run.until} as bigint), 0, 1, cast(${now} as bigint)
    from (${untoldByReader(run)}) untold where true
    on conflict (user_id, group_key) do update set is_read = 0, created_at = excluded.created_at,
      after_addition_id = excluded.after_addition_id, to_addition_id = excluded.to_addition_id
    where notifications.is_read = 1 or not ${seesNewPhotos(col('notifications.user_id'), {
      post: col('notifications.post_id'),
      after: col('notifications.after_addition_id'),
      until: col('notifications.to_addition_id'),
    })}
    returning id, user_id, public_id`,
});

const extendUnread = prepared<Run & { now: number }, Notified>({
  name: 'extend_notification_of_new_photos',
  parameters: [...ofRun, 'now'],
  text: ({ now, ...run }) => sql`
    update notifications set created_at = ${now}, to_addition_id = ${run.until}
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

// Idempotent: the marks move in the same transaction.
const tell = async (tx: Tx, run: Run): Promise<boolean> => {
  if ((await tx.run(lockReaders, run)).length === 0) return false;
  const now = Date.now();
  const begun = await tx.run(insertOrRestart, { ...run, now });
  const extended = await tx.run(extendUnread, { ...run, now });
  await tx.run(markTold, run);
  if (run.member === 0)
    await tx.q.updateTable('posts').set({ photos_told_at: now }).where('id', '=', run.album).execute();
  return announce(tx, { begun, extended, now });
};

/** @throws JobNotReady when the album's photos notified less than a day ago */
const tellAlbum = async ({ db, jobs }: Pick<AppContext, 'db' | 'jobs'>, album: number): Promise<void> => {
  const post = await db.read
    .selectFrom('posts')
    .select('photos_told_at')
    .where('id', '=', album)
    .executeTakeFirst();
  const waitMs = (post?.photos_told_at ?? 0) + dayMs - Date.now();
  if (post && waitMs > 0) throw new JobNotReady(Math.min(waitMs, dayMs));
  // Photos that are added after this line queue the next job.
  await db.write((tx) => clearUniqueKey(tx, `${kind}:${album}`));
  // Additions to one album wait for each other, so the newest key that can be read has all smaller ones before it.
  const newest = await db.read
    .selectFrom('album_additions')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('post_id', '=', album)
    .executeTakeFirst();
  const until = newest?.id ?? null;
  if (until === null) return;
  await db.write(async (tx) => {
    if (await tell(tx, { album, until, member: 0, sunday: 0 })) jobs.wakeAfter(tx);
  });
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
  let pushes = false;
  for (const { album } of rows) pushes = (await tell(tx, { album, until, member, sunday })) || pushes;
  return pushes;
};

export const handleNewPhotos = (context: AppContext): void => {
  context.jobs.handle(kind, (payload) => tellAlbum(context, z.number().parse(payload)));
};
