import type { AppContext } from '../../../app-context.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/text/ids.ts';
import { storageKey } from '../../media/stored-file.ts';
import { memberNamedIn } from './keys.ts';

export const kind = 'incoming-mail';

/** After this time, the job of a mail that was not stored completely deletes its remains. */
const storedWithinMs = 10 * 60_000;
/** Mails whose job is lost are deleted after this time. */
const keepForMs = 2 * 24 * 60 * 60_000;
/** Mail servers give up a mail after a few days. */
const noteForMs = 60 * 24 * 60 * 60_000;
const batchSize = 100;

export const fileOf = (publicId: string): string => storageKey(publicId, 'mail.eml');

/** Mails that wait for their turn, of 25 MB at most each. */
const maxWaiting = 200;

/** @throws Error where too many mails wait: the other server tries again later */
const assertRoom = async ({ q }: Tx): Promise<void> => {
  const { waiting } = await q
    .selectFrom('incoming_mails')
    .select((e) => e.fn.countAll<number>().as('waiting'))
    .executeTakeFirstOrThrow();
  if (waiting >= maxWaiting) throw new Error('Too many received mails wait');
};

/**
 * Stores a received mail and queues its job. When it resolves, the mail survives a power cut, so the other server may
 * delete it. The job is written first: no file can be left without a job.
 */
const receiveMail = async (
  { db, jobs, storage, settings, replyKeys }: AppContext,
  raw: Buffer,
): Promise<void> => {
  const publicId = newId();
  const named = memberNamedIn({ settings, replyKeys }, raw);
  const uniqueKey = `${kind}:${publicId}`;
  await db.write(async (tx) => {
    const now = Date.now();
    await tx.q.insertInto('incoming_mails').values({ public_id: publicId, received_at: now }).execute();
    // Jobs of different members take turns. Mail for a former member belongs to nobody.
    const member = await tx.q.selectFrom('users').select('id').where('id', '=', named).executeTakeFirst();
    await assertRoom(tx);
    await jobs.enqueue(tx, {
      kind,
      payload: { publicId, receivedAt: now },
      userId: member?.id ?? null,
      uniqueKey,
      runAt: now + storedWithinMs,
    });
  });
  await storage.put(fileOf(publicId), raw);
  await db.write((tx) => jobs.hasten(tx, [uniqueKey]));
};

/** The callbacks of the listener and of the reader of a mailbox. */
export const mailInOf = (context: AppContext) => ({
  isKey: (key: string): boolean => context.replyKeys.open(key) !== null,
  take: ({ raw }: { raw: Buffer }): Promise<void> => receiveMail(context, raw),
});

/** Deletes a mail whose job is done. */
export const dropMail = async (
  { db, storage }: Pick<AppContext, 'db' | 'storage'>,
  publicId: string,
): Promise<void> => {
  await storage.remove([fileOf(publicId)]);
  await db.write(({ q }) => q.deleteFrom('incoming_mails').where('public_id', '=', publicId).execute());
};

/** Deletes mails whose jobs were deleted with their member, and the notes of mails that nobody delivers again. */
export const sweepMails = async (context: Pick<AppContext, 'db' | 'storage'>): Promise<void> => {
  for (;;) {
    const old = await context.db.read
      .selectFrom('incoming_mails')
      .select('public_id')
      .where('received_at', '<', Date.now() - keepForMs)
      .limit(batchSize)
      .execute();
    for (const { public_id: publicId } of old) await dropMail(context, publicId);
    if (old.length < batchSize) break;
  }
  await context.db.write(({ q }) =>
    q
      .deleteFrom('taken_mails')
      .where('taken_at', '<', Date.now() - noteForMs)
      .execute(),
  );
};
