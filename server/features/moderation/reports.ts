import { type RawBuilder, sql } from 'kysely';
import type { Input, Output } from '../../../contract/endpoint.ts';
import { limits } from '../../../contract/limits.ts';
import type * as contract from '../../../contract/moderation.ts';
import type { Evidence, Report, ReviewedReport } from '../../../contract/moderation.ts';
import { findReport } from '../../access/find/reports.ts';
import { readPhotos, selectKeptPhotos } from '../../access/show/photos.ts';
import { readVoice, selectKeptVoice } from '../../access/show/voices.ts';
import { readPerson, selectPerson, time } from '../../access/show/present.ts';
import { seesReport } from '../../access/rules/sees-reports.ts';
import { col, bind } from '../../access/rules/sees.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Database, Queries, Tx } from '../../platform/db/database.ts';
import { missing } from '../../platform/problem.ts';
import { recordAuditEntry } from '../audit/record.ts';
import { dropEvidence, parseKept } from '../reporting/evidence.ts';
import { pageOf } from '../../platform/text/cursor.ts';

interface LineRow {
  id: number;
  public_id: string;
  target_type: Report['targetType'];
  report_type: Report['reportType'];
  status: Report['status'];
  action_taken: Report['actionTaken'];
  created_at: number;
}

interface Row extends LineRow {
  reason: string;
  moderator_notes: string | null;
  member: string;
  reporter: string | null;
}

interface WholeRow extends Row {
  member_id: number;
  post_id: number | null;
  comment_id: number | null;
  evidence: string | null;
  photos: string | null;
  voice: string | null;
  decided_at: number | null;
}

const line = sql`r.id, r.public_id, r.target_type, r.report_type, r.status, r.action_taken, r.created_at`;

const fields = (viewer: Viewer) => sql`${line}, r.reason, r.moderator_notes,
  ${selectPerson(bind(viewer.id), 'member')} as member,
  case when reporter.id is not null then ${selectPerson(bind(viewer.id), 'reporter')} end as reporter`;

const people = sql`join users member on member.id = r.member_id left join users reporter on reporter.id = r.reporter_id`;

const isSeen = (viewer: Viewer): RawBuilder<boolean> => seesReport(bind(viewer.id), col('r.member_id'));

const readLine = (row: LineRow) => ({
  id: row.public_id,
  targetType: row.target_type,
  reportType: row.report_type,
  status: row.status,
  actionTaken: row.action_taken,
  createdAt: time(row.created_at),
});

const read = (row: Row): Report => ({
  ...readLine(row),
  reason: row.reason,
  moderatorNotes: row.moderator_notes,
  member: readPerson(row.member),
  reporter: row.reporter === null ? null : readPerson(row.reporter),
});

/** Counting stops here. */
const countedTo = 1_000;

const count = async (q: Queries, viewer: Viewer, which: RawBuilder<unknown>): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select 1 as one from reports r where ${isSeen(viewer)} and ${which} limit ${countedTo}) counted`.execute(
    q,
  );
  return rows[0]?.count ?? 0;
};

/** A page of reports, newest first, with their number. */
export const listReports = async (
  { db, cursors }: Pick<AppContext, 'db' | 'cursors'>,
  viewer: Viewer,
  input: Input<typeof contract.reports>,
): Promise<Output<typeof contract.reports>> => {
  const size = input.limit ?? limits.pageDefault;
  const list = `reports ${input.status ?? ''}`;
  const [before] = input.cursor ? cursors.open(list, input.cursor) : [];
  const ofStatus = input.status === undefined ? sql`true` : sql`r.status = ${input.status}`;
  const older = before === undefined ? sql`true` : sql`r.id < ${before}`;
  const { rows } = await sql<Row>`
    select ${fields(viewer)} from reports r ${people}
    where ${isSeen(viewer)} and ${ofStatus} and ${older} order by r.id desc limit ${size + 1}`.execute(
    db.read,
  );
  const { page, nextCursor } = pageOf(rows, size, (last) => cursors.seal(list, last.id));
  return {
    items: page.map(read),
    nextCursor,
    pending: await count(db.read, viewer, sql`r.status = 'pending'`),
    total: await count(db.read, viewer, sql`true`),
  };
};

/** A report that the viewer may see. @throws missing */
export const loadReport = async (q: Queries, viewer: Viewer, publicId: string): Promise<Report> => {
  const { rows } = await sql<Row>`
    select ${fields(viewer)} from reports r ${people}
    where r.public_id = ${publicId}`.execute(q);
  const [row] = rows;
  if (!row) throw missing();
  return read(row);
};

const evidenceOf = (row: WholeRow): Evidence | null =>
  row.evidence === null
    ? null
    : { ...parseKept(row.evidence), photos: readPhotos(row.photos), voice: readVoice(row.voice) };

const isTargetDeleted = (row: WholeRow): boolean =>
  (row.target_type === 'post' && row.post_id === null) ||
  (row.target_type === 'comment' && row.comment_id === null);

const maxEarlierReports = 20;

/** Lets this administrator see the photos that the report keeps, until the report is decided. */
const noteReviewer = async ({ q }: Tx, viewer: Viewer, reportId: number): Promise<void> => {
  await q
    .insertInto('report_reviewers')
    .values({ report_id: reportId, user_id: viewer.id, opened_at: Date.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/**
 * A report with its evidence and the other reports about the person. The audit log records the look.
 * @throws missing
 */
export const readReport = (db: Database, viewer: Viewer, publicId: string): Promise<ReviewedReport> =>
  db.write(async (tx) => {
    const { rows } = await sql<WholeRow>`
      select ${fields(viewer)}, r.member_id, r.post_id, r.comment_id, r.decided_at,
        case when r.decided_at is null then r.evidence end as evidence,
        case when r.decided_at is null then ${selectKeptPhotos('r')} end as photos,
        case when r.decided_at is null then ${selectKeptVoice(col('r.id'))} end as voice
      from reports r ${people} where r.public_id = ${publicId} and ${isSeen(viewer)}`.execute(tx.q);
    const [row] = rows;
    if (!row) throw missing();
    const { rows: earlier } = await sql<LineRow>`
      select ${line} from reports r where r.member_id = ${row.member_id} and r.id <> ${row.id}
      order by r.id desc limit ${maxEarlierReports}`.execute(tx.q);
    await noteReviewer(tx, viewer, row.id);
    await recordAuditEntry(tx, 'report.read', {
      actorId: viewer.id,
      target: publicId,
      aboutId: row.member_id,
    });
    return {
      ...read(row),
      decidedAt: row.decided_at === null ? null : time(row.decided_at),
      evidence: evidenceOf(row),
      isGone: isTargetDeleted(row),
      earlier: earlier.map(readLine),
    };
  });

/** @throws missing */
export const correctNotes = (
  db: Database,
  viewer: Viewer,
  { id, moderatorNotes }: { id: string; moderatorNotes: string },
): Promise<Report> =>
  db.write(async (tx) => {
    const report = await findReport(tx.q, viewer, id);
    await tx.q
      .updateTable('reports')
      .set({ moderator_notes: moderatorNotes || null })
      .where('id', '=', report.id)
      .execute();
    await recordAuditEntry(tx, 'report.notes_corrected', {
      actorId: viewer.id,
      target: report.publicId,
      aboutId: report.memberId,
    });
    return loadReport(tx.q, viewer, report.publicId);
  });

/** Opens a report: puts a pending one under review, and lets the viewer see its photos. @throws missing */
export const openReport = (db: Database, viewer: Viewer, publicId: string): Promise<Report> =>
  db.write(async (tx) => {
    const report = await findReport(tx.q, viewer, publicId);
    const opened = await tx.q
      .updateTable('reports')
      .set({ status: 'reviewed' })
      .where('id', '=', report.id)
      .where('status', '=', 'pending')
      .returning('id')
      .executeTakeFirst();
    const act = { actorId: viewer.id, target: publicId, aboutId: report.memberId };
    if (opened) await recordAuditEntry(tx, 'report.opened', act);
    await noteReviewer(tx, viewer, report.id);
    return loadReport(tx.q, viewer, publicId);
  });

/** Deletes a report and its evidence. @throws missing */
export const deleteReport = (
  context: Pick<AppContext, 'db' | 'jobs'>,
  viewer: Viewer,
  publicId: string,
): Promise<void> =>
  context.db.write(async (tx) => {
    const report = await findReport(tx.q, viewer, publicId);
    await dropEvidence(context.jobs, tx, [report.id]);
    await tx.q.deleteFrom('reports').where('id', '=', report.id).execute();
    const act = { actorId: viewer.id, target: publicId, aboutId: report.memberId };
    await recordAuditEntry(tx, 'report.deleted', act);
  });
