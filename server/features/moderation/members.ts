import { type RawBuilder, sql } from 'kysely';
import type { Input, Output } from '../../../contract/endpoint.ts';
import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import type * as contract from '../../../contract/moderation.ts';
import type { ManagedMember, MemberAct } from '../../../contract/moderation.ts';
import { readPerson, selectPerson, time } from '../../access/show/present.ts';
import { bind, isErased } from '../../access/rules/sees.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Queries, Tx } from '../../platform/db/database.ts';
import { conflict, missing } from '../../platform/problem.ts';
import { recordAuditEntry } from '../audit/record.ts';
import { mustNotBeLastAdmin } from '../auth/administrators.ts';
import { suspendMember } from '../auth/suspend.ts';
import { selectFoundBy } from '../members/search.ts';
import { banMember, liftBan } from './ban.ts';
import { pageOf } from '../../platform/text/cursor.ts';

interface Row {
  id: number;
  person: string;
  is_admin: number;
  suspended_until: number | null;
  banned_at: number | null;
}

const select = async (q: Queries, viewer: Viewer, which: RawBuilder<unknown>): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select u.id, u.is_admin, u.suspended_until, u.banned_at, ${selectPerson(bind(viewer.id), 'u')} as person
    from users u ${which}`.execute(q);
  return rows;
};

const read = (row: Row): ManagedMember => ({
  ...readPerson(row.person),
  isAdmin: row.is_admin === 1,
  suspendedUntil:
    row.suspended_until !== null && row.suspended_until > Date.now() ? time(row.suspended_until) : null,
  bannedAt: row.banned_at === null ? null : time(row.banned_at),
});

/** A page of all members in any state, newest first. */
export const listManaged = async (
  { db, cursors }: Pick<AppContext, 'db' | 'cursors'>,
  viewer: Viewer,
  input: Input<typeof contract.members>,
): Promise<Output<typeof contract.members>> => {
  const size = input.limit ?? limits.pageDefault;
  const [before] = input.cursor ? cursors.open('managed members', input.cursor) : [];
  const found = input.q === undefined ? sql`true` : sql`u.id in (${selectFoundBy(db, input.q, 'anybody')})`;
  const older = before === undefined ? sql`true` : sql`u.id < ${before}`;
  const rows = await select(
    db.read,
    viewer,
    sql`where ${found} and ${older} and not ${isErased('u')} order by u.id desc limit ${size + 1}`,
  );
  const { page, nextCursor } = pageOf(rows, size, (last) => cursors.seal('managed members', last.id));
  return { items: page.map(read), nextCursor };
};

/** The member to act on. */
export interface Managed {
  id: number;
  publicId: string;
}

/** @throws conflict for the last administrator, and for a banned member */
export const suspend = async (tx: Tx, member: Managed, actorId: number): Promise<void> => {
  await mustNotBeLastAdmin(tx, member.id, messages.lastAdministrator);
  const { banned_at: bannedAt } = await tx.q
    .selectFrom('users')
    .select('banned_at')
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow();
  if (bannedAt !== null) throw conflict(messages.bannedAlready);
  await suspendMember(tx, member.id);
  await recordAuditEntry(tx, 'member.suspended', { actorId, target: member.publicId, aboutId: member.id });
};

type Act = (tx: Tx, member: Managed, actorId: number, context: Pick<AppContext, 'features'>) => Promise<void>;

const restore: Act = async (tx, member, actorId, context) => {
  const now = Date.now();
  const freed = await tx.q
    .updateTable('users')
    .set({ suspended_until: null })
    .where('id', '=', member.id)
    .where('suspended_until', '>', now)
    .returning('id')
    .executeTakeFirst();
  const unbanned = await liftBan(context, tx, member);
  if (freed || unbanned) await recordAuditEntry(tx, 'member.restored', { actorId, target: member.publicId });
};

/** @throws conflict for a mailbox member */
const mustHaveAccount = async ({ q }: Tx, userId: number): Promise<void> => {
  const mailbox = await q
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('by_letter', '=', 1)
    .executeTakeFirst();
  if (mailbox) throw conflict(messages.mailboxNeedsAccount);
};

const setAdmin = async (tx: Tx, member: Managed, isAdmin: 0 | 1, actorId: number): Promise<void> => {
  if (isAdmin === 0) await mustNotBeLastAdmin(tx, member.id, messages.lastAdministrator);
  else await mustHaveAccount(tx, member.id);
  const changed = await tx.q
    .updateTable('users')
    .set({ is_admin: isAdmin })
    .where('id', '=', member.id)
    .where('is_admin', '<>', isAdmin)
    .returning('id')
    .executeTakeFirst();
  if (!changed) return;
  const act = isAdmin === 1 ? 'member.made_admin' : 'member.admin_removed';
  await recordAuditEntry(tx, act, { actorId, target: member.publicId });
};

const acts: Readonly<Record<MemberAct, Act>> = {
  suspend,
  restore,
  ban: (tx, member, actorId, context) => banMember(context, tx, member, actorId),
  make_admin: (tx, member, actorId) => setAdmin(tx, member, 1, actorId),
  remove_admin: (tx, member, actorId) => setAdmin(tx, member, 0, actorId),
};

/** Applies one action to a member; an action that changes nothing does nothing. @throws missing, conflict */
export const actOnMember = (
  context: Pick<AppContext, 'db' | 'features'>,
  viewer: Viewer,
  input: { id: string; action: MemberAct },
): Promise<ManagedMember> =>
  context.db.write(async (tx) => {
    const found = await tx.q
      .selectFrom('users')
      .select('id')
      .where('public_id', '=', input.id)
      .where(sql<boolean>`not ${isErased('users')}`)
      .executeTakeFirst();
    if (!found) throw missing();
    await acts[input.action](tx, { id: found.id, publicId: input.id }, viewer.id, context);
    const [row] = await select(tx.q, viewer, sql`where u.id = ${found.id}`);
    if (!row) throw missing();
    return read(row);
  });
