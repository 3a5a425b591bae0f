import { sql } from 'kysely';
import type { Output } from '../../../contract/endpoint.ts';
import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import type * as contract from '../../../contract/verification.ts';
import { readPerson, selectPerson, time } from '../../access/show/present.ts';
import { bind, isListed } from '../../access/rules/sees.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { StatementRunner, Tx } from '../../platform/db/database.ts';
import { lockMembers } from '../../platform/db/locks.ts';
import { forbidden, missing, Problem } from '../../platform/problem.ts';
import { pageOf } from '../../platform/text/cursor.ts';
import { newId } from '../../platform/text/ids.ts';
import { recordAuditEntry } from '../audit/record.ts';
import { searchTextOf } from '../members/search-text.ts';
import { notify } from '../notifications/notify.ts';
import { notifyAdmins } from '../notifications/notify-admins.ts';
import type { Settings } from '../../settings.ts';
import { doMembersVouch, mayVouch } from '../members/vouch.ts';

interface Name {
  firstName: string;
  lastName: string;
}

interface Named {
  id: number;
  publicId: string;
}

const isSame = (a: Name, b: Name) => a.firstName === b.firstName && a.lastName === b.lastName;

const waiting = () =>
  new Problem('conflict', messages.nameWaiting, {
    issues: [{ path: 'firstName', message: messages.nameWaiting }],
  });

const setName = async ({ q }: Tx, id: number, { firstName, lastName }: Name): Promise<void> => {
  const { username } = await q
    .updateTable('users')
    .set({ first_name: firstName, last_name: lastName })
    .where('id', '=', id)
    .returning('username')
    .executeTakeFirstOrThrow();
  await q
    .updateTable('users')
    .set({ search_text: searchTextOf(firstName, lastName, username) })
    .where('id', '=', id)
    .execute();
};

/**
 * Gives a pending verification request a new id: an administrator whose page still shows the former name must not
 * approve the new one.
 */
const replaceRequestId = async ({ q }: Tx, userId: number): Promise<void> => {
  await q
    .updateTable('verification_requests')
    .set({ public_id: newId() })
    .where('user_id', '=', userId)
    .where('status', '=', 'pending')
    .execute();
};

/**
 * Changes the viewer's name. A verified member's badge vouches for the name, so the new one waits for an
 * administrator, or for the member who vouched for them; until then everybody sees the former name.
 * @throws conflict for another name than the waiting one
 */
export const rename = async (
  { jobs, settings }: Pick<AppContext, 'jobs' | 'settings'>,
  tx: Tx,
  viewer: Viewer,
  name: { [Key in keyof Name]: Name[Key] | undefined },
): Promise<void> => {
  await lockMembers(tx, [viewer.id]);
  const row = await tx.q
    .selectFrom('users as u')
    .leftJoin('name_requests as n', 'n.user_id', 'u.id')
    .select([
      'u.first_name',
      'u.last_name',
      'u.verification_status',
      'u.vouched_by',
      'n.first_name as asked',
      'n.last_name as askedLast',
    ])
    .where('u.id', '=', viewer.id)
    .executeTakeFirstOrThrow();
  const shown = { firstName: row.first_name, lastName: row.last_name };
  const wanted = { firstName: name.firstName ?? shown.firstName, lastName: name.lastName ?? shown.lastName };
  if (isSame(wanted, shown)) return;
  if (row.verification_status !== 'approved') {
    await setName(tx, viewer.id, wanted);
    return replaceRequestId(tx, viewer.id);
  }
  if (row.asked !== null) {
    if (isSame(wanted, { firstName: row.asked, lastName: row.askedLast ?? '' })) return;
    throw waiting();
  }
  await tx.q
    .insertInto('name_requests')
    .values({
      public_id: newId(),
      user_id: viewer.id,
      first_name: wanted.firstName,
      last_name: wanted.lastName,
      asked_at: Date.now(),
    })
    .execute();
  await recordAuditEntry(tx, 'member.name_asked', { actorId: viewer.id, target: viewer.publicId });
  await notifyAdmins(jobs, tx, { kind: 'name_waiting', except: [viewer.id] });
  if (row.vouched_by === null || !(await doMembersVouch(tx, settings))) return;
  const { rows: vouchers } = await sql<{ id: number }>`
    select v.id from users v
    where v.id = ${row.vouched_by} and v.is_admin = 0 and ${isListed(bind(viewer.id), 'v', Date.now())}`.execute(
    tx.q,
  );
  for (const { id } of vouchers)
    await notify(tx, { kind: 'name_waiting', to: id, actor: null, group: 'name_waiting' });
};

interface Row {
  id: number;
  public_id: string;
  member: string;
  first_name: string;
  last_name: string;
  asked_at: number;
}

/** The requests that a caller decides: as administrator all of them, else of the members whom they vouched for. */
type Decides = 'all' | 'vouched';

const isDecidedBy = async (from: StatementRunner, settings: Settings, viewer: Viewer, decides: Decides) =>
  decides === 'all'
    ? sql<boolean>`true`
    : (await mayVouch(from, settings, viewer))
      ? sql<boolean>`(u.vouched_by = ${viewer.id} and ${isListed(bind(viewer.id), 'u', Date.now())})`
      : sql<boolean>`false`;

/** A page of waiting names, longest waiting first. */
export const listNames = async (
  { db, cursors, settings }: Pick<AppContext, 'db' | 'cursors' | 'settings'>,
  viewer: Viewer,
  input: { cursor?: string | undefined; limit?: number | undefined },
  decides: Decides,
): Promise<Output<typeof contract.names>> => {
  const size = input.limit ?? limits.pageDefault;
  const [after = 0] = input.cursor ? cursors.open('names', input.cursor) : [];
  const isTheirs = await isDecidedBy(db, settings, viewer, decides);
  const { rows } = await sql<Row>`
    select n.id, n.public_id, n.first_name, n.last_name, n.asked_at, ${selectPerson(bind(viewer.id), 'u')} as member
    from name_requests n join users u on u.id = n.user_id
    where n.id > ${after} and ${isTheirs} order by n.id limit ${size + 1}`.execute(db.read);
  const { page, nextCursor } = pageOf(rows, size, (last) => cursors.seal('names', last.id));
  return {
    items: page.map((row) => ({
      id: row.public_id,
      user: readPerson(row.member),
      firstName: row.first_name,
      lastName: row.last_name,
      askedAt: time(row.asked_at),
    })),
    nextCursor,
  };
};

const settle = async (
  tx: Tx,
  member: Named,
  { agreed, actorId, id }: { agreed: boolean; actorId: number | null; id?: string },
): Promise<boolean> => {
  await lockMembers(tx, [member.id]);
  const request = await tx.q
    .deleteFrom('name_requests')
    .where('user_id', '=', member.id)
    // Another name may wait by now, which the decision is not about.
    .where((e) => (id === undefined ? e.lit(true) : e('public_id', '=', id)))
    .returning(['first_name', 'last_name'])
    .executeTakeFirst();
  if (!request) return false;
  if (agreed) await setName(tx, member.id, { firstName: request.first_name, lastName: request.last_name });
  const act = agreed ? 'member.name_approved' : 'member.name_refused';
  await recordAuditEntry(tx, act, { actorId, target: member.publicId });
  await notify(tx, { kind: agreed ? 'name_approved' : 'name_refused', to: member.id, actor: null });
  return true;
};

/** Approves a member's waiting name. @returns false if there is none */
export const agreeToName = (tx: Tx, member: Named, actorId: number | null): Promise<boolean> =>
  settle(tx, member, { agreed: true, actorId });

/** Deletes a member's waiting name and verification requests, without a decision. */
export const forgetRequests = async ({ q }: Tx, userId: number): Promise<void> => {
  await q.deleteFrom('name_requests').where('user_id', '=', userId).execute();
  await q.deleteFrom('verification_requests').where('user_id', '=', userId).execute();
};

/** Approves or refuses a name, and notifies its member. @throws missing, forbidden for one's own */
export const decideName = (
  { db, settings }: Pick<AppContext, 'db' | 'settings'>,
  viewer: Viewer,
  input: { id: string; status: 'approved' | 'rejected' },
  decides: Decides,
): Promise<void> =>
  db.write(async (tx) => {
    const request = await tx.q
      .selectFrom('name_requests as n')
      .innerJoin('users as u', 'u.id', 'n.user_id')
      .select(['u.id', 'u.public_id as publicId'])
      .where('n.public_id', '=', input.id)
      .where(await isDecidedBy(tx, settings, viewer, decides))
      .executeTakeFirst();
    if (!request) throw missing();
    if (request.id === viewer.id) throw forbidden(messages.verificationOwn);
    const agreed = input.status === 'approved';
    if (!(await settle(tx, request, { agreed, actorId: viewer.id, id: input.id }))) throw missing();
  });
