import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { canReceive, readersOfLetters, type SettledKeys } from './select-moments.ts';
import type { AppContext } from '../../app-context.ts';
import type { Database, Queries, Tx } from '../../platform/db/database.ts';
import { findSettledKey } from '../../platform/db/settled-key.ts';
import { hasOrHadJob } from '../../platform/jobs/insert.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { queueOnly } from '../../platform/jobs/queue-only.ts';
import { dayIn } from '../../platform/text/days.ts';
import { newId } from '../../platform/text/ids.ts';
import { tellAtHour } from '../notifications/new-moments.ts';
import { tellPhotosAtHour } from '../notifications/new-photos.ts';
import { reachAtHour } from '../questions/reach.ts';
import { isSundayAt, isSundayBetween, nextLetterTime } from './due.ts';
import { passTold } from './note.ts';

/** Members whom one transaction makes letters for, at least. Few, because other requests wait for it. */
const batchSize = 5;
const maxBatchSize = 50;
/** Batches grow while their transactions take less than this. */
const batchMs = 4;
/** A letter due later than this from now is computed again: a clock was set back. */
const maxAheadMs = 2 * 24 * 60 * 60_000;
/** The worker gives up a letter that it could not send for this long; the next one contains its moments. */
export const giveUpAfterMs = 20 * 60 * 60_000;

interface Member {
  id: number;
  letter_hour: number;
  letter_due_at: number;
  time_zone: string | null;
}

const hourOf = (member: Member) => ({ hour: member.letter_hour, timeZone: member.time_zone ?? 'UTC' });

const selectMembers = (db: Database, size: number) =>
  db.read.selectFrom('users').select(['id', 'letter_hour', 'letter_due_at', 'time_zone']).limit(size);

const keyOf = (userId: number): string => `letter:${userId}`;
const queueLetter = (jobs: Jobs, tx: Tx, userId: number): Promise<void> =>
  jobs.enqueue(tx, { kind: 'letter', payload: userId, userId, uniqueKey: keyOf(userId) });

const findSettledKeys = async (db: Database): Promise<SettledKeys> => ({
  post: await findSettledKey(db, 'posts'),
  addition: await findSettledKey(db, 'album_additions'),
});

interface Reader {
  id: number;
  includesSunday: boolean;
}

// An open letter keeps its Message-ID and its posts: the mail server may have accepted it already.
const makeLetters = async (
  jobs: Jobs,
  tx: Tx,
  readers: readonly Reader[],
  until: SettledKeys,
  now: number,
): Promise<void> => {
  await reachAtHour(tx, readers, now);
  const { rows } = await readersOfLetters(readers, until, now).execute(tx.q);
  const found = new Set(rows.map(({ id }) => id));
  const others = readers.filter(({ id }) => !found.has(id));
  await passTold(
    tx,
    others.map(({ id }) => id),
    until.post,
  );
  const sundays = new Set(readers.filter(({ includesSunday }) => includesSunday).map(({ id }) => id));
  for (const { id } of rows) {
    const letter = {
      message_id: newId(),
      state: 'open',
      includes_sunday: sundays.has(id) ? 1 : 0,
      to_post_id: until.post,
      to_addition_id: until.addition,
      made_at: now,
      ended_at: null,
    } as const;
    await tx.q
      .insertInto('letters')
      .values({ user_id: id, ...letter })
      .onConflict((on) =>
        on
          .column('user_id')
          .doUpdateSet({
            ...letter,
            // The next letter contains the moments of a Sunday's letter that was not sent.
            includes_sunday: sql`case when letters.state in ('open', 'refused') and letters.includes_sunday = 1 then 1
              else ${letter.includes_sunday} end`,
          })
          .where((w) =>
            w.or([
              w('letters.state', '<>', 'open'),
              w('letters.made_at', '<', now - giveUpAfterMs),
              // By a clock that was set back since.
              w('letters.made_at', '>', now + maxAheadMs),
            ]),
          ),
      )
      .execute();
    await queueLetter(jobs, tx, id);
  }
};

/** Where no letter can be sent, the bell and pushes tell at the same hour what a letter would. */
const ring = async (
  jobs: Jobs,
  tx: Tx,
  readers: readonly Reader[],
  until: SettledKeys,
  now: number,
): Promise<void> => {
  await reachAtHour(tx, readers, now);
  for (const { id: member, includesSunday } of readers) {
    const run = { member, sunday: includesSunday ? 1 : 0 };
    const moments = await tellAtHour(tx, { ...run, until: until.post });
    const photos = await tellPhotosAtHour(tx, { ...run, until: until.addition });
    if (moments || photos) jobs.wakeAfter(tx);
  }
};

/** Sets when the member's next letter is due, unless another node or the member set it meanwhile. @returns whether it was set */
const moveOn = async (tx: Tx, member: Member, now: number): Promise<boolean> => {
  const { numUpdatedRows } = await tx.q
    .updateTable('users')
    .set({ letter_due_at: nextLetterTime(now, hourOf(member)) })
    .where('id', '=', member.id)
    .where('letter_due_at', '=', member.letter_due_at)
    .where('letter_hour', '=', member.letter_hour)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

const selectDue = (db: Database, size: number, now: number) =>
  selectMembers(db, size).where((w) =>
    w.or([w('letter_due_at', '<=', now), w('letter_due_at', '>', now + maxAheadMs)]),
  );

/** The kind of the job that makes the letters of those whose hour has come. */
export const dueLetters = 'due-letters';

/** Queues the making of letters if somebody's hour has come. */
export const queueDueLetters = async ({ db, jobs }: Pick<AppContext, 'db' | 'jobs'>): Promise<void> => {
  if ((await selectDue(db, 1, Date.now()).execute()).length === 0) return;
  await db.write((tx) => queueOnly(jobs, tx, dueLetters));
};

/**
 * Makes the letters of all members whose hour has come at `now` (epoch ms), or rings their bell, a batch of members at a
 * time.
 */
export const makeDueLetters = async (
  { db, jobs, settings }: Pick<AppContext, 'db' | 'jobs' | 'settings'>,
  now = Date.now(),
): Promise<void> => {
  let until: SettledKeys | null = null;
  let size = batchSize;
  for (;;) {
    const members = await selectDue(db, size, now).orderBy('letter_due_at').execute();
    if (members.length === 0) return;
    const settled = (until ??= await findSettledKeys(db));
    await db.write(async (tx) => {
      const startedMs = performance.now();
      const readers: Reader[] = [];
      for (const member of members.toSorted((one, other) => one.id - other.id)) {
        const { id, letter_due_at: dueAt } = member;
        if ((await moveOn(tx, member, now)) && dueAt > 0 && dueAt <= now)
          readers.push({ id, includesSunday: isSundayBetween(dueAt, now, hourOf(member)) });
      }
      if (settings.smtpUrl === null) await ring(jobs, tx, readers, settled, now);
      else if (readers.length > 0) await makeLetters(jobs, tx, readers, settled, now);
      const fittingCount = Math.floor((members.length * batchMs) / (performance.now() - startedMs));
      size = Math.max(batchSize, Math.min(fittingCount, 2 * size, maxBatchSize));
    });
  }
};

/** Makes the letters of all members as if each one's hour had come. */
export const makeAllLetters = async ({ db, jobs }: AppContext, now = Date.now()): Promise<void> => {
  const until = await findSettledKeys(db);
  let last = 0;
  for (;;) {
    const members = await selectMembers(db, batchSize).where('id', '>', last).orderBy('id').execute();
    const newest = members.at(-1);
    if (!newest) return;
    last = newest.id;
    await db.write((tx) => {
      const readers = members.map((member) => ({
        id: member.id,
        includesSunday: isSundayAt(now, hourOf(member).timeZone),
      }));
      return makeLetters(jobs, tx, readers, until, now);
    });
  }
};

const pollMs = 200;
/** A running server may be doing some of the jobs. */
const doneWithinMs = 60_000;

const workOff = async (jobs: Jobs, kind: string): Promise<void> => {
  for (const until = Date.now() + doneWithinMs; Date.now() < until; ) {
    await jobs.workOffOnce(kind);
    if (!(await jobs.isBusy(kind))) return;
    await wait(pollMs);
  }
};

const openLetters = async (db: Database): Promise<number[]> => {
  const rows = await db.read.selectFrom('letters').select('user_id').where('state', '=', 'open').execute();
  return rows.map((row) => row.user_id);
};

/**
 * Makes and sends the letters of all members as if each one's hour had come, in a process without a worker.
 * @returns how many left, and how many will be tried again later
 */
export const sendAllLetters = async (context: AppContext): Promise<{ sent: number; waiting: number }> => {
  const { db, jobs } = context;
  const startedAt = Date.now();
  await makeAllLetters(context);
  // A letter whose photos have no copies yet queues these, and waits for them.
  await workOff(jobs, 'letter');
  await workOff(jobs, 'letter-photo');
  const waiting = await openLetters(db);
  await db.write((tx) => jobs.hasten(tx, waiting.map(keyOf)));
  await workOff(jobs, 'letter');
  const { sent } = await db.read
    .selectFrom('letters')
    .select((e) => e.fn.countAll<number>().as('sent'))
    .where('state', '=', 'sent')
    .where('ended_at', '>=', startedAt)
    .executeTakeFirstOrThrow();
  return { sent, waiting: (await openLetters(db)).length };
};

/** Makes one member's letter as if their hour had come. */
export const makeLetterOf = async (
  { db, jobs }: AppContext,
  userId: number,
  now = Date.now(),
): Promise<void> => {
  const until = await findSettledKeys(db);
  await db.write((tx) => makeLetters(jobs, tx, [{ id: userId, includesSunday: false }], until, now));
};

/** Queues open letters again whose jobs were lost: a backup contains no jobs. */
export const queueOpenLetters = async ({ db, jobs }: AppContext): Promise<void> => {
  const { rows } = await sql<{ id: number }>`
    select u.id from letters join users u on u.id = letters.user_id
    where letters.state = 'open' and letters.made_at < ${Date.now() - 60 * 60_000}
      and letters.made_at > ${Date.now() - giveUpAfterMs} and ${canReceive(Date.now())}
      and not ${hasOrHadJob(sql`'letter:' || u.id`)}
    order by letters.made_at limit ${batchSize}`.execute(db.read);
  if (rows.length === 0) return;
  await db.write(async (tx) => {
    for (const { id } of rows) await queueLetter(jobs, tx, id);
  });
};

export const countOpenLetters = async (q: Queries): Promise<number> => {
  const { count } = await q
    .selectFrom('letters')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('state', '=', 'open')
    .where('made_at', '>', Date.now() - giveUpAfterMs)
    .executeTakeFirstOrThrow();
  return count;
};

/**
 * Sets when a letter is due after a change of its hour or time zone. A due letter stays due, and a day's letter is not
 * skipped because its new hour is over already.
 */
export const rescheduleLetter = async ({ q }: Tx, userId: number): Promise<void> => {
  const member = await q
    .selectFrom('users')
    .select(['id', 'letter_hour', 'letter_due_at', 'time_zone'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const { letter_due_at: dueAt } = member;
  const now = Date.now();
  if (dueAt <= now) return;
  const hour = hourOf(member);
  const next = nextLetterTime(now, hour);
  if (next > dueAt && dayIn(hour.timeZone, next) !== dayIn(hour.timeZone, dueAt)) return;
  await q.updateTable('users').set({ letter_due_at: next }).where('id', '=', userId).execute();
};
