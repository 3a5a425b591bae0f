import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import type { Archive } from '../../../contract/archives.ts';
import { findCircle } from '../../access/find/circles.ts';
import { time } from '../../access/show/present.ts';
import { seesArchive } from '../../access/rules/sees-archives.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Queries, Tx } from '../../platform/db/database.ts';
import { missing, Problem } from '../../platform/problem.ts';
import { readPieces } from '../../platform/storage/pieces.ts';
import { newId } from '../../platform/text/ids.ts';
import { recordAuditEntry } from '../audit/record.ts';
import { assertSessionLives } from '../auth/session.ts';
import { withdrawNews } from '../notifications/notify.ts';
import { partName } from './volumes.ts';

const day = 24 * 60 * 60_000;
/** How long a finished archive can be downloaded. */
export const keptForMs = 7 * day;
/** An archive still unfinished after this time has failed, and the member may request another. */
const stalledAfterMs = day;

/** The group of the one notification about archives of a circle. */
export const archiveNews = (circle: number): string => `archive:${circle}`;

const PartBytes = z.array(z.number());

const none: Archive = {
  status: 'none',
  createdAt: null,
  expiresAt: null,
  photos: { done: 0, total: 0 },
  parts: [],
  isComplete: true,
};

interface Row {
  id: number;
  public_id: string;
  status: 'pending' | 'ready' | 'ended';
  photos_total: number;
  photos_done: number;
  part_bytes: string;
  is_complete: number;
  created_at: number;
  expires_at: number;
}

const findOpen = async (q: Queries, viewer: Viewer, circle: number): Promise<Row | undefined> => {
  const { rows } = await sql<Row>`
    select a.id, a.public_id, a.status, a.photos_total, a.photos_done, a.part_bytes, a.is_complete, a.created_at, a.expires_at
    from archives a where a.user_id = ${viewer.id} and a.circle_id = ${circle} and ${seesArchive('a')}`.execute(
    q,
  );
  return rows[0];
};

const sizesOf = ({ part_bytes: json }: Pick<Row, 'part_bytes'>): number[] => {
  const sizes: unknown = JSON.parse(json);
  return z.parse(PartBytes, sizes);
};

const isStalled = ({ status, created_at }: Row): boolean =>
  status === 'pending' && created_at <= Date.now() - stalledAfterMs;

const present = (row: Row | undefined): Archive =>
  row === undefined || row.status === 'ended' || isStalled(row)
    ? none
    : {
        status: row.status,
        createdAt: time(row.created_at),
        expiresAt: time(row.expires_at),
        photos: { done: row.photos_done, total: row.photos_total },
        parts: sizesOf(row).map((bytes) => ({ bytes })),
        isComplete: row.is_complete === 1,
      };

/** The state of the viewer's archive of a circle. @throws missing for a circle that the viewer does not know of */
export const findArchive = async (
  { db }: Pick<AppContext, 'db'>,
  viewer: Viewer,
  circleId: string,
): Promise<Archive> => {
  const circle = await findCircle(db.read, viewer, circleId);
  return present(await findOpen(db.read, viewer, circle.id));
};

/** Ends the viewer's archives of a circle. A job deletes their rows and files. */
const endArchives = async (tx: Tx, userId: number, circle: number): Promise<void> => {
  await tx.q
    .updateTable('archives')
    .set({ status: 'ended' })
    .where('user_id', '=', userId)
    .where('circle_id', '=', circle)
    .where('status', '<>', 'ended')
    .execute();
  await withdrawNews(tx, userId, archiveNews(circle));
};

/** Ends the archives that hold something by a member whose account ends or starts empty: the rows that name them may go with it. */
export const endArchivesWith = async ({ q }: Tx, memberId: number): Promise<void> => {
  await sql`
    update archives set status = 'ended' where status <> 'ended'
      and id in (select held.archive_id from archive_people held where held.user_id = ${memberId})`.execute(
    q,
  );
};

const assertHasRoom = async ({ q }: Tx, viewer: Viewer): Promise<void> => {
  const { rows } = await sql`
    select 1 from archives a where a.user_id = ${viewer.id} and ${seesArchive('a')}
    limit ${limits.archivesPerMember}`.execute(q);
  if (rows.length === limits.archivesPerMember) throw new Problem('conflict', messages.archivesMany);
};

/**
 * Requests an archive of a circle in place of the last one, unless one is being made.
 * @throws missing for a circle that the viewer does not know of, conflict if they have archives of three others
 */
export const requestArchive = async (
  { db, jobs }: Pick<AppContext, 'db' | 'jobs'>,
  viewer: Viewer,
  circleId: string,
): Promise<Archive> => {
  const circle = await findCircle(db.read, viewer, circleId);
  try {
    return await db.write(async (tx) => {
      await assertSessionLives(tx, viewer);
      await findCircle(tx.q, viewer, circleId);
      const now = Date.now();
      const earlier = await findOpen(tx.q, viewer, circle.id);
      if (earlier?.status === 'pending' && !isStalled(earlier)) return present(earlier);
      await endArchives(tx, viewer.id, circle.id);
      await assertHasRoom(tx, viewer);
      const publicId = newId();
      await tx.q
        .insertInto('archives')
        .values({
          public_id: publicId,
          user_id: viewer.id,
          circle_id: circle.id,
          status: 'pending',
          photos_total: 0,
          photos_done: 0,
          part_bytes: '[]',
          is_complete: 1,
          created_at: now,
          expires_at: now + keptForMs,
        })
        .execute();
      await recordAuditEntry(tx, 'circle.archived', { actorId: viewer.id, target: circleId });
      await jobs.enqueue(tx, { kind: 'circle-archive', payload: publicId, userId: viewer.id });
      return present(await findOpen(tx.q, viewer, circle.id));
    });
  } catch (error) {
    // A concurrent request has made the row.
    if (db.dialect.isUniqueViolation(error)) return findArchive({ db }, viewer, circleId);
    throw error;
  }
};

export interface ArchivePart {
  tag: string;
  name: string;
  bytes: number;
  /** @throws missing once the archive is deleted, also between two pieces */
  open(range: { start: number; end: number }): Promise<Readable>;
}

/** A ZIP of the viewer's archive. @throws missing */
export const findArchivePart = async (
  { db, storage }: Pick<AppContext, 'db' | 'storage'>,
  viewer: Viewer,
  circleId: string,
  part: number,
): Promise<ArchivePart> => {
  const circle = await findCircle(db.read, viewer, circleId);
  const row = await findOpen(db.read, viewer, circle.id);
  const bytes = row?.status === 'ready' ? sizesOf(row)[part - 1] : undefined;
  if (!row || bytes === undefined) throw missing();
  const assertOpen = async () => {
    if ((await findOpen(db.read, viewer, circle.id))?.id !== row.id) throw missing();
  };
  return {
    tag: `"${row.public_id}-${part}"`,
    name: `circle-${time(row.created_at).slice(0, 10)}-${part}.zip`,
    bytes,
    open: async (range) => {
      const stream = await readPieces(storage, partName(row.public_id, part), range, assertOpen);
      if (!stream) throw missing();
      return stream;
    },
  };
};
