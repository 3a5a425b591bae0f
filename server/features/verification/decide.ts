import { type RawBuilder, sql } from 'kysely';
import type { Output } from '../../../contract/endpoint.ts';
import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import type * as contract from '../../../contract/verification.ts';
import type { RequestStatus, VerificationRequest } from '../../../contract/verification.ts';
import { readPerson, selectPerson, time } from '../../access/show/present.ts';
import { bind } from '../../access/rules/sees.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Database, Queries } from '../../platform/db/database.ts';
import { conflict, forbidden, missing } from '../../platform/problem.ts';
import { approveMember, rejectMember } from '../members/verify.ts';
import { pageOf } from '../../platform/text/cursor.ts';

interface Row {
  id: number;
  public_id: string;
  member: string;
  personal_statement: string;
  linkedin_profile: string | null;
  instagram_handle: string | null;
  submitted_at: number;
  status: RequestStatus;
  notes: string | null;
}

const select = async (q: Queries, viewer: Viewer, which: RawBuilder<unknown>): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select r.id, r.public_id, r.personal_statement, r.linkedin_profile, r.instagram_handle, r.submitted_at, r.status,
      r.notes, ${selectPerson(bind(viewer.id), 'u')} as member
    from verification_requests r join users u on u.id = r.user_id ${which}`.execute(q);
  return rows;
};

const read = (row: Row): VerificationRequest => ({
  id: row.public_id,
  user: readPerson(row.member),
  personalStatement: row.personal_statement,
  linkedInProfile: row.linkedin_profile,
  instagramHandle: row.instagram_handle,
  submittedAt: time(row.submitted_at),
  status: row.status,
  notes: row.notes,
});

/** A page of requests for administrators: pending ones oldest first, decided ones newest first. */
export const listRequests = async (
  { db, cursors }: Pick<AppContext, 'db' | 'cursors'>,
  viewer: Viewer,
  input: { status?: RequestStatus | undefined; cursor?: string | undefined; limit?: number | undefined },
): Promise<Output<typeof contract.list>> => {
  const size = input.limit ?? limits.pageDefault;
  const list = `verifications ${input.status ?? ''}`;
  const [after] = input.cursor ? cursors.open(list, input.cursor) : [];
  const waiting = input.status === 'pending';
  const ofStatus = input.status === undefined ? sql`true` : sql`r.status = ${input.status}`;
  const beyond = after === undefined ? sql`true` : waiting ? sql`r.id > ${after}` : sql`r.id < ${after}`;
  const order = waiting ? sql`asc` : sql`desc`;
  const rows = await select(
    db.read,
    viewer,
    sql`where ${ofStatus} and ${beyond} order by r.id ${order} limit ${size + 1}`,
  );
  const { page, nextCursor } = pageOf(rows, size, (last) => cursors.seal(list, last.id));
  return { items: page.map(read), nextCursor };
};

/**
 * Decides a request once, and notifies its member.
 * @throws missing, forbidden for one's own, conflict if it was decided already
 */
export const decideRequest = (
  db: Database,
  viewer: Viewer,
  input: { id: string; status: 'approved' | 'rejected'; notes?: string | undefined },
): Promise<VerificationRequest> =>
  db.write(async (tx) => {
    const request = await tx.q
      .selectFrom('verification_requests as r')
      .innerJoin('users as u', 'u.id', 'r.user_id')
      .select(['r.id', 'u.id as userId', 'u.public_id as publicId'])
      .where('r.public_id', '=', input.id)
      .executeTakeFirst();
    if (!request) throw missing();
    if (request.userId === viewer.id) throw forbidden(messages.verificationOwn);
    const decided = await tx.q
      .updateTable('verification_requests')
      .set({ status: input.status, notes: input.notes || null })
      // By this id: a concurrent change of the name gives the request another one.
      .where('public_id', '=', input.id)
      .where('status', '=', 'pending')
      .returning('id')
      .executeTakeFirst();
    if (!decided) throw conflict(messages.verificationDecided);
    const member = { id: request.userId, publicId: request.publicId };
    if (input.status === 'approved') await approveMember(tx, member, viewer.id);
    else await rejectMember(tx, member, viewer.id, input.notes ?? '');
    const [row] = await select(tx.q, viewer, sql`where r.id = ${request.id}`);
    if (!row) throw missing();
    return read(row);
  });
