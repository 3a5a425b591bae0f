import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { messages } from '../../../contract/errors/errors.ts';
import { findOnlookers } from '../../access/readers/audience.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import { withMember } from '../../feature.ts';
import type { Queries, Tx } from '../../platform/db/database.ts';
import { lockAgainstReferences } from '../../platform/db/locks.ts';
import { dropJob } from '../../platform/jobs/insert.ts';
import { publishGenericChange } from '../../platform/events/hub.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { dropMailsTo } from '../../platform/mail/mail-job.ts';
import { recordAuditEntry } from '../audit/record.ts';
import { leaveAllCircles } from '../circles/account-deletion.ts';
import { deleteCommentsOf } from '../comments/account-deletion.ts';
import { withdrawLikesOf } from '../likes/account-deletion.ts';
import { liftBan } from '../moderation/ban.ts';
import { dropSource } from '../media/full-copy.ts';
import { endPayments, assertNoOpenPayments } from '../payments/account-deletion.ts';
import { deletePostsOf, deleteSomePostsOf } from '../posts/account-deletion.ts';
import { mustNotBeLastAdmin } from '../auth/administrators.ts';
import { assertSessionLives } from '../auth/session.ts';

type Erased = Pick<Viewer, 'id' | 'publicId'>;
type Leaving = Pick<AppContext, 'jobs' | 'features'>;

const kind = 'erase-member';
/** If the server ends before a deletion does, a job continues it after so many milliseconds. */
const retryMs = 5 * 60_000;

/**
 * Takes a member out of everybody's sight, like a ban, in one short transaction: moments and photos are hidden with their
 * author, and deleted afterwards. Their address is free.
 */
const hide = async (context: Leaving, tx: Tx, member: Erased): Promise<void> => {
  const { email } = await tx.q
    .selectFrom('users')
    .select('email')
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow();
  const onlookers = await findOnlookers(tx.q, member.id);
  await withMember(context.features, (each) => each.onLeave?.(tx, { id: member.id, email }, context));
  await dropMailsTo(tx, email);
  await tx.q
    .updateTable('users')
    .set({
      banned_at: Date.now(),
      email: '',
      email_key: `DELETED ${member.publicId}`,
      username: null,
      is_admin: 0,
    })
    .where('id', '=', member.id)
    .execute();
  await publishGenericChange(tx, onlookers);
  await recordAuditEntry(tx, 'member.deleted', { actorId: member.id, target: member.publicId });
};

/**
 * Deletes the row of a hidden member, and what requests under way made after they were hidden: no counter has that.
 * @returns ids of their photos
 */
const eraseRow = async (jobs: Jobs, tx: Tx, userId: number): Promise<string[]> => {
  // The files of a photo that is stored between finding the photos and deleting the member would stay.
  await lockAgainstReferences(tx, userId);
  await leaveAllCircles(tx, userId);
  const gone = await deletePostsOf(jobs, tx, userId);
  await tx.q.deleteFrom('users').where('id', '=', userId).execute();
  return gone;
};

type AssertMay = (tx: Tx) => Promise<void>;

const mustBeFree = async (tx: Tx, viewer: Viewer, assertMay: AssertMay): Promise<void> => {
  await mustNotBeLastAdmin(tx, viewer.id, messages.lastAdmin);
  await assertMay(tx);
};

/** The number of comments, or of likes, that one transaction deletes. */
const batchSize = 500;

/** The keys of the next batch of a member's comments, or of moments that they like; null if fewer are left. */
const nextBatch = async (
  q: Queries,
  table: 'comments' | 'likes',
  userId: number,
): Promise<number[] | null> => {
  const [key, giver] = table === 'comments' ? ['id', 'author_id'] : ['post_id', 'user_id'];
  const { rows } = await sql<{ key: number }>`
    select ${sql.ref(key)} as key from ${sql.table(table)} where ${sql.ref(giver)} = ${userId}
    order by post_id limit ${batchSize}`.execute(q);
  return rows.length < batchSize ? null : rows.map((row) => row.key);
};

/**
 * Deletes most comments and likes of a member whose account ends, in steps that block nobody, so that the transaction
 * that hides the member has few left. The counters of others' moments are right after each step, also if a ban stops it.
 */
const thinOut = async (
  { db }: Pick<AppContext, 'db'>,
  viewer: Viewer,
  assertMay: AssertMay,
): Promise<void> => {
  const userId = viewer.id;
  for (const [table, remove] of [
    ['comments', deleteCommentsOf],
    ['likes', withdrawLikesOf],
  ] as const) {
    for (;;) {
      const batch = await nextBatch(db.read, table, userId);
      if (batch === null) break;
      await db.write(async (tx) => {
        await mustBeFree(tx, viewer, assertMay);
        await remove(tx, userId, batch);
      });
      await nextTurn();
    }
  }
};

/** Deletes what is left of a hidden member, in steps that block nobody. */
const eraseInSteps = async (
  { db, jobs, tmpDir }: Pick<AppContext, 'db' | 'jobs' | 'tmpDir'>,
  userId: number,
): Promise<void> => {
  const drop = async (photos: readonly string[]): Promise<void> => {
    for (const photo of photos) await dropSource(tmpDir, photo);
  };
  for (;;) {
    const photos = await db.write((tx) => deleteSomePostsOf(jobs, tx, userId));
    if (photos === null) break;
    await drop(photos);
    await nextTurn();
  }
  await drop(await db.write((tx) => eraseRow(jobs, tx, userId)));
};

/** Continues deletions that a crash has interrupted. */
export const handleErasures = (context: AppContext): void =>
  context.jobs.handle(kind, (payload) => eraseInSteps(context, z.number().parse(payload)));

/**
 * Deletes a member whom a restored backup brought back after they had deleted their account.
 * @returns whether the member existed
 */
export const eraseMember = async (context: Leaving, tx: Tx, publicId: string): Promise<boolean> => {
  const found = await tx.q
    .selectFrom('users')
    .select('id')
    .where('public_id', '=', publicId)
    .executeTakeFirst();
  if (!found) return false;
  await lockAgainstReferences(tx, found.id);
  // No counter includes a banned member, and a deletion subtracts what it deletes.
  await liftBan(context, tx, { id: found.id, publicId });
  await hide(context, tx, { id: found.id, publicId });
  await eraseRow(context.jobs, tx, found.id);
  return true;
};

/**
 * Deletes the viewer's account: moments, comments, likes, photos and private circles, permanently. The account is out of
 * everybody's sight with the first transaction; its rows are deleted in steps (docs/decisions/0039).
 * Shared circles pass to another member. Foreign keys delete everything else that refers to the member's row. `assertMay`
 * checks again, in the transaction, that the caller may: by their session, unless they have none.
 * @throws conflict for the last administrator, unavailable while the outcome of a payment is unknown, unauthorized
 * once the session is over
 */
export const removeAccount = async (
  context: AppContext,
  viewer: Viewer,
  assertMay: AssertMay = (tx) => assertSessionLives(tx, viewer),
): Promise<void> => {
  // Check before cancelling payments, which cannot be undone, and again in the deleting transaction, which decides.
  await context.db.write((tx) => mustBeFree(tx, viewer, assertMay));
  await endPayments(context, viewer);
  await thinOut(context, viewer, assertMay);
  const uniqueKey = `${kind}:${viewer.id}`;
  await context.db.write(async (tx) => {
    await mustBeFree(tx, viewer, assertMay);
    await lockAgainstReferences(tx, viewer.id);
    await assertNoOpenPayments(context.settings, tx, viewer.id);
    await hide(context, tx, viewer);
    await context.jobs.enqueue(tx, { kind, payload: viewer.id, uniqueKey, runAt: Date.now() + retryMs });
  });
  await eraseInSteps(context, viewer.id);
  await context.db.write((tx) => dropJob(tx, uniqueKey));
};
