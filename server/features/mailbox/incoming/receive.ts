import { type RawBuilder, sql } from 'kysely';
import type { AppContext } from '../../../app-context.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { RawMail } from '../../../platform/mail-in/listener.ts';
import { hasJob } from '../../../platform/jobs/insert.ts';
import { hashOf, newId } from '../../../platform/text/ids.ts';
import { startMailIn } from '../../../platform/mail-in/start.ts';
import { storageKey } from '../../media/stored-file.ts';
import { type MailParty, partyOf } from './keys.ts';

export const kind = 'incoming-mail';
const jobKeyStart = `${kind}:`;

/** After this time, the job of a mail that was not stored completely deletes its remains. */
const storedWithinMs = 10 * 60_000;
/** Mails whose job was deleted or given up are deleted after this time. */
const keepForMs = 2 * 24 * 60 * 60_000;
/** Mail servers give up a mail after a few days. */
const noteForMs = 60 * 24 * 60 * 60_000;
const batchSize = 100;

export const fileOf = (publicId: string): string => storageKey(publicId, 'mail.eml');

/**
 * Mails that wait for their turn, of 25 MB at most each: all, those with one key, of one member and of one network. All
 * mails without a member are of one member. As many mails again may wait for DNS.
 */
const maxWaiting = { all: 200, key: 3, party: 5, network: 10 };

interface NewMail extends MailParty {
  network: string | null;
}

/** @throws Error where too many mails wait: the other server tries again later */
const assertRoom = async ({ q }: Tx, { member, key, network }: NewMail): Promise<void> => {
  const count = (condition: RawBuilder<boolean>) =>
    sql<number>`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`;
  const isDue = sql<boolean>`waits_for_dns = 0`;
  const waiting = await q
    .selectFrom('incoming_mails')
    .select([
      count(isDue).as('all'),
      // Addresses that were asked share their places, so the mails of one that wait for DNS leave them to the others.
      count(sql`party = ${member} and (party <> 0 or ${isDue})`).as('party'),
      count(sql`reply_key = ${key}`).as('key'),
      count(sql`network_hash = ${network}`).as('network'),
    ])
    .executeTakeFirstOrThrow();
  const full = (['all', 'key', 'party', 'network'] as const).find(
    (name) => waiting[name] >= maxWaiting[name],
  );
  if (full !== undefined) throw new Error(`Too many received mails wait (${full})`);
};

/** Gives the place of a mail that waits for DNS to others, unless too many do. */
export const noteWaiting = ({ db }: Pick<AppContext, 'db'>, publicId: string): Promise<void> =>
  db.write(async ({ q }) => {
    await q
      .updateTable('incoming_mails')
      .set({ waits_for_dns: 1 })
      .where('public_id', '=', publicId)
      .where((e) =>
        e(
          e
            .selectFrom('incoming_mails as others')
            .select((o) => o.fn.countAll<number>().as('waiting'))
            .where('others.waits_for_dns', '=', 1),
          '<',
          maxWaiting.all,
        ),
      )
      .execute();
  });

/**
 * Stores a received mail and queues its job. When it resolves, the mail survives a power cut, so the other server may
 * delete it. The job is written first: no file can be left without a job.
 */
const receiveMail = async (
  { db, jobs, storage, settings, replyKeys }: AppContext,
  { raw, network }: RawMail,
): Promise<void> => {
  const publicId = newId();
  const { member: named, key } = partyOf({ settings, replyKeys }, raw);
  const uniqueKey = `${jobKeyStart}${publicId}`;
  await db.write(async (tx) => {
    const now = Date.now();
    // Jobs of different members take turns. Mail for a former member belongs to nobody.
    const member = await tx.q.selectFrom('users').select('id').where('id', '=', named).executeTakeFirst();
    const mail = { member: member?.id ?? 0, key, network: network === null ? null : hashOf(network) };
    await assertRoom(tx, mail);
    await tx.q
      .insertInto('incoming_mails')
      .values({
        public_id: publicId,
        received_at: now,
        party: mail.member,
        reply_key: mail.key,
        network_hash: mail.network,
      })
      .execute();
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
  take: (mail: RawMail): Promise<void> => receiveMail(context, mail),
});

const nothing = { port: null, ended: Promise.resolve() };

/** Receives mail as the settings say now, until `signal` is aborted. */
const receiveNow = async (
  context: AppContext,
  signal: AbortSignal,
): Promise<Awaited<ReturnType<typeof startMailIn>>> => {
  const { settings, limits, log } = context;
  const { mailIn, mailReply } = settings;
  if (mailIn === null || mailReply === null) return nothing;
  return startMailIn(mailIn, { template: mailReply, limits, log, ...mailInOf(context), signal });
};

/**
 * Receives mail where the settings say so, also when they change: then the mail that is being taken is stored first.
 * Returns the port of the listener, if there is one.
 */
export const receiveMails = async (context: AppContext): Promise<number | null> => {
  const { settings, storedSettings, log, shutdownSignal } = context;
  const inUse = () => JSON.stringify([settings.mailIn, settings.mailReply]);
  let stopping = new AbortController();
  let used = inUse();
  const begin = () => receiveNow(context, AbortSignal.any([stopping.signal, shutdownSignal]));
  const { port, ended } = await begin();
  context.trackBackground(ended);
  let running = ended;
  const restart = async (former: Promise<void>): Promise<void> => {
    try {
      await former;
      if (!shutdownSignal.aborted) await (await begin()).ended;
    } catch (error) {
      log.error({ err: error }, 'Mail is not received');
    }
  };
  storedSettings.onChange(async () => {
    if (used === inUse()) return;
    used = inUse();
    stopping.abort();
    stopping = new AbortController();
    running = restart(running);
    context.trackBackground(running);
  });
  return port;
};

/** Deletes a mail whose job is done. */
export const dropMail = async (
  { db, storage }: Pick<AppContext, 'db' | 'storage'>,
  publicId: string,
): Promise<void> => {
  await storage.remove([fileOf(publicId)]);
  await db.write(({ q }) => q.deleteFrom('incoming_mails').where('public_id', '=', publicId).execute());
};

/** Deletes mails whose jobs were deleted with their member or given up, and the notes of mails that nobody delivers again. */
export const sweepMails = async (context: Pick<AppContext, 'db' | 'storage'>): Promise<void> => {
  for (;;) {
    const old = await context.db.read
      .selectFrom('incoming_mails')
      .select('public_id')
      .where('received_at', '<', Date.now() - keepForMs)
      // The server may have been stopped for days.
      .where(({ not }) => not(hasJob(sql`${sql.lit(jobKeyStart)} || incoming_mails.public_id`)))
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
