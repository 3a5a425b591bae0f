import { Readable } from 'node:stream';
import type * as contract from '../../../../contract/account.ts';
import type { Output } from '../../../../contract/endpoint.ts';
import { time } from '../../../access/show/present.ts';
import type { Viewer } from '../../../access/viewer.ts';
import type { AppContext } from '../../../app-context.ts';
import type { Database, Queries, Tx } from '../../../platform/db/database.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { missing } from '../../../platform/problem.ts';
import { newId } from '../../../platform/text/ids.ts';
import { recordAuditEntry } from '../../audit/record.ts';
import { assertSessionLives } from '../../auth/session.ts';
import { withdrawNews } from '../../notifications/notify.ts';
import { partKey } from './stored.ts';

type State = Output<typeof contract.exportState>;

const day = 24 * 60 * 60_000;
/** How long a finished export can be downloaded. */
export const keptForMs = 7 * day;
/** An export still unfinished after this time has failed, and the member may request another. */
const stalledAfterMs = day;

/** The key of the one export notification, which is deleted together with the file. */
export const exportNews = 'export';

const find = (q: Queries, viewer: Viewer) =>
  q
    .selectFrom('exports')
    .select(['public_id', 'status', 'parts', 'bytes', 'created_at'])
    .where('user_id', '=', viewer.id)
    .where('expires_at', '>', Date.now())
    .executeTakeFirst();

/** The state of the viewer's export, if one exists or is being made. */
export const findExport = async (db: Database, viewer: Viewer): Promise<State> => {
  const row = await find(db.read, viewer);
  return row ? { status: row.status, createdAt: time(row.created_at) } : { status: 'none', createdAt: null };
};

/** Deletes an export's row and its notification, and queues the job that deletes its files. */
export const dropExport = async (jobs: Jobs, tx: Tx, userId: number): Promise<void> => {
  const gone = await tx.q
    .deleteFrom('exports')
    .where('user_id', '=', userId)
    .returning('public_id')
    .executeTakeFirst();
  if (!gone) return;
  await withdrawNews(tx, userId, exportNews);
  await jobs.enqueue(tx, { kind: 'remove-export', payload: gone.public_id });
};

/**
 * Requests an export in place of the last one, unless one is being made. `assertMay` checks again, in
 * the transaction, that the caller may: by their session, unless they have none.
 * @throws unauthorized once the session is over
 */
export const requestExport = async (
  context: Pick<AppContext, 'db' | 'jobs'>,
  viewer: Viewer,
  assertMay = (tx: Tx): Promise<void> => assertSessionLives(tx, viewer),
): Promise<State> => {
  const { db, jobs } = context;
  try {
    return await db.write(async (tx) => {
      await assertMay(tx);
      const now = Date.now();
      const earlier = await find(tx.q, viewer);
      if (earlier?.status === 'pending' && earlier.created_at > now - stalledAfterMs) {
        return { status: earlier.status, createdAt: time(earlier.created_at) };
      }
      await dropExport(context.jobs, tx, viewer.id);
      const publicId = newId();
      await tx.q
        .insertInto('exports')
        .values({
          user_id: viewer.id,
          public_id: publicId,
          status: 'pending',
          parts: 0,
          bytes: 0,
          created_at: now,
          expires_at: now + keptForMs,
        })
        .execute();
      await recordAuditEntry(tx, 'member.exported', { actorId: viewer.id, target: viewer.publicId });
      await jobs.enqueue(tx, { kind: 'export', payload: publicId, userId: viewer.id });
      return { status: 'pending', createdAt: time(now) };
    });
  } catch (error) {
    // A concurrent request has made the row.
    if (db.dialect.isUniqueViolation(error)) return findExport(db, viewer);
    throw error;
  }
};

export interface ExportFile {
  name: string;
  bytes: number;
  open(): Readable;
}

/** The viewer's ZIP, if it exists. @throws missing */
export const findExportFile = async (
  { db, storage }: Pick<AppContext, 'db' | 'storage'>,
  viewer: Viewer,
): Promise<ExportFile> => {
  const row = await find(db.read, viewer);
  if (row?.status !== 'ready') throw missing();
  const { public_id: publicId, parts, bytes } = row;
  async function* read() {
    for (let part = 0; part < parts; part++) {
      const opened = await storage.read(partKey(publicId, part));
      if (!opened) throw missing();
      yield* opened.stream;
    }
  }
  return {
    name: `circle-export-${time(row.created_at).slice(0, 10)}.zip`,
    bytes,
    open: () => Readable.from(read(), { objectMode: false }),
  };
};

/** Deletes expired exports. */
export const sweepExports = (context: Pick<AppContext, 'db' | 'jobs'>): Promise<void> =>
  context.db.write(async (tx) => {
    const over = await tx.q
      .selectFrom('exports')
      .select('user_id')
      .where('expires_at', '<=', Date.now())
      .limit(200)
      .execute();
    for (const row of over) await dropExport(context.jobs, tx, row.user_id);
  });
