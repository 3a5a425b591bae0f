import { type RawBuilder, sql } from 'kysely';
import {
  type BugReport,
  BugReport as Shape,
  type BugStatus,
  type list,
} from '../../../contract/bug-reports.ts';
import type { Output } from '../../../contract/endpoint.ts';
import { limits } from '../../../contract/limits.ts';
import { readPerson, selectPerson, time } from '../../access/show/present.ts';
import { bind } from '../../access/rules/sees.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Database, Queries } from '../../platform/db/database.ts';
import { missing } from '../../platform/problem.ts';
import { recordAuditEntry } from '../audit/record.ts';
import { picturesOf } from './picture.ts';
import { pageOf } from '../../platform/text/cursor.ts';

interface Row {
  id: number;
  public_id: string;
  reporter: string | null;
  title: string;
  description: string;
  severity: BugReport['severity'];
  status: BugStatus;
  page_url: string;
  user_agent: string;
  browser: string | null;
  console_errors: string;
  pictures: string;
  created_at: number;
}

const select = async (q: Queries, viewer: Viewer, which: RawBuilder<unknown>): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select b.id, b.public_id, b.title, b.description, b.severity, b.status, b.page_url, b.user_agent, b.browser,
      b.console_errors, b.pictures, b.created_at,
      (select ${selectPerson(bind(viewer.id), 'u')} from users u where u.id = b.user_id) as reporter
    from bug_reports b ${which}`.execute(q);
  return rows;
};

const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json));

const read = (row: Row): BugReport => {
  const pictures = picturesOf(row).map((name) => `/api/admin/bug-reports/${row.public_id}/${name}`);
  const [smallUrl] = pictures;
  return {
    id: row.public_id,
    title: row.title,
    description: row.description,
    severity: row.severity,
    status: row.status,
    reporter: row.reporter === null ? null : readPerson(row.reporter),
    picture: smallUrl === undefined ? null : { url: pictures.at(-1) ?? smallUrl, smallUrl },
    pageUrl: row.page_url,
    userAgent: row.user_agent,
    browserInfo: Shape.shape.browserInfo.parse(parsed(row.browser)),
    consoleErrors: Shape.shape.consoleErrors.parse(parsed(row.console_errors)),
    createdAt: time(row.created_at),
  };
};

/** A page of reports for administrators, newest first. */
export const listReports = async (
  { db, cursors }: Pick<AppContext, 'db' | 'cursors'>,
  viewer: Viewer,
  input: { status?: BugStatus | undefined; cursor?: string | undefined; limit?: number | undefined },
): Promise<Output<typeof list>> => {
  const size = input.limit ?? limits.pageDefault;
  const listName = `bug reports ${input.status ?? ''}`;
  const [after] = input.cursor ? cursors.open(listName, input.cursor) : [];
  const ofStatus = input.status === undefined ? sql`true` : sql`b.status = ${input.status}`;
  const beyond = after === undefined ? sql`true` : sql`b.id < ${after}`;
  const rows = await select(
    db.read,
    viewer,
    sql`where ${ofStatus} and ${beyond} order by b.id desc limit ${size + 1}`,
  );
  const { page, nextCursor } = pageOf(rows, size, (last) => cursors.seal(listName, last.id));
  return { items: page.map(read), nextCursor };
};

/** Closes a report or reopens it. @throws missing */
export const setStatus = (
  db: Database,
  viewer: Viewer,
  input: { id: string; status: BugStatus },
): Promise<BugReport> =>
  db.write(async (tx) => {
    const changed = await tx.q
      .updateTable('bug_reports')
      .set({ status: input.status })
      .where('public_id', '=', input.id)
      .where('status', '<>', input.status)
      .returning('id')
      .executeTakeFirst();
    const [row] = await select(tx.q, viewer, sql`where b.public_id = ${input.id}`);
    if (!row) throw missing();
    const act = input.status === 'closed' ? 'bug_report.closed' : 'bug_report.reopened';
    if (changed) await recordAuditEntry(tx, act, { actorId: viewer.id, target: row.public_id });
    return read(row);
  });

/** Deletes a report, and its picture right after the commit. @throws missing */
export const removeReport = (
  { db, jobs }: Pick<AppContext, 'db' | 'jobs'>,
  viewer: Viewer,
  publicId: string,
): Promise<void> =>
  db.write(async (tx) => {
    const gone = await tx.q
      .deleteFrom('bug_reports')
      .where('public_id', '=', publicId)
      .returning(['public_id', 'pictures'])
      .executeTakeFirst();
    if (!gone) throw missing();
    await recordAuditEntry(tx, 'bug_report.deleted', { actorId: viewer.id, target: publicId });
    const files = picturesOf(gone);
    if (files.length > 0) await jobs.enqueue(tx, { kind: 'remove-files', payload: files });
  });
