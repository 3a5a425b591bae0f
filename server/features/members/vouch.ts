import { sql } from 'kysely';
import type { Output } from '../../../contract/endpoint.ts';
import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import type * as contract from '../../../contract/verification.ts';
import { readPerson, selectPerson } from '../../access/show/present.ts';
import { bind } from '../../access/rules/sees.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { StatementRunner, Tx } from '../../platform/db/database.ts';
import { findStoredPlace } from './stored-place.ts';
import { forbidden } from '../../platform/problem.ts';
import { pageOf } from '../../platform/text/cursor.ts';
import type { Settings } from '../../settings.ts';
import { approveMember } from './verify.ts';

type Mode = Pick<Settings, 'verification'>;

/** Whether verified members vouch for whom they invite: by `VERIFICATION`, else as an administrator chose. */
export const doMembersVouch = async (from: StatementRunner, { verification }: Mode): Promise<boolean> => {
  if (verification !== null) return verification === 'vouch';
  return (await findStoredPlace(from))?.sharing === 'invited';
};

/** Administrators may vouch for others; every verified member may where members vouch. */
export const mayVouch = async (
  from: StatementRunner,
  mode: Mode,
  { isAdmin, isVerified }: Pick<Viewer, 'isAdmin' | 'isVerified'>,
): Promise<boolean> => isAdmin || (isVerified && (await doMembersVouch(from, mode)));

/** @throws forbidden */
export const assertMayVouch = async (from: StatementRunner, mode: Mode, viewer: Viewer): Promise<void> => {
  if (!(await mayVouch(from, mode, viewer))) throw forbidden(messages.vouchForbidden);
};

/**
 * Verifies a member who has accepted an invitation that vouches for them, if its sender may still vouch, and stores the
 * sender as their voucher. An invitation that was mailed counts only for a member who has confirmed its address.
 */
export const vouchFor = async (
  mode: Mode,
  tx: Tx,
  invitation: { inviterId: number; email: string | null },
  memberId: number,
): Promise<void> => {
  const people = await tx.q
    .selectFrom('users')
    .select([
      'id',
      'public_id',
      'is_admin',
      'verification_status',
      'banned_at',
      'suspended_until',
      'email_key',
      'email_confirmed_at',
    ])
    .where('id', 'in', [invitation.inviterId, memberId])
    .execute();
  const voucher = people.find(({ id }) => id === invitation.inviterId);
  const member = people.find(({ id }) => id === memberId);
  if (!voucher || !member) return;
  const isHeld = voucher.banned_at !== null || (voucher.suspended_until ?? 0) > Date.now();
  const may = await mayVouch(tx, mode, {
    isAdmin: voucher.is_admin === 1,
    isVerified: voucher.verification_status === 'approved',
  });
  const isMeant =
    invitation.email === null ||
    (member.email_key === invitation.email && member.email_confirmed_at !== null);
  if (isHeld || !may || !isMeant) return;
  const isNew = await approveMember(tx, { id: memberId, publicId: member.public_id }, voucher.id);
  if (!isNew) return;
  await tx.q.updateTable('users').set({ vouched_by: voucher.id }).where('id', '=', memberId).execute();
};

/** Nobody has vouched for those for whom a member did whose account starts empty: a squatter vouched for them. */
export const forgetVouchesOf = async ({ q }: Tx, userId: number): Promise<void> => {
  await q.updateTable('users').set({ vouched_by: null }).where('vouched_by', '=', userId).execute();
};

interface Row {
  id: number;
  member: string;
  voucher: string;
}

/** A page of the members for whom somebody vouched who has been banned since, for administrators. */
export const listDoubtfulVouches = async (
  { db, cursors }: Pick<AppContext, 'db' | 'cursors'>,
  viewer: Viewer,
  input: { cursor?: string | undefined; limit?: number | undefined },
): Promise<Output<typeof contract.doubtfulVouches>> => {
  const size = input.limit ?? limits.pageDefault;
  const [after = 0] = input.cursor ? cursors.open('vouches', input.cursor) : [];
  const { rows } = await sql<Row>`
    select u.id, ${selectPerson(bind(viewer.id), 'u')} as member, ${selectPerson(bind(viewer.id), 'v')} as voucher
    from users u join users v on v.id = u.vouched_by
    where v.banned_at is not null and u.id > ${after} order by u.id limit ${size + 1}`.execute(db.read);
  const { page, nextCursor } = pageOf(rows, size, (last) => cursors.seal('vouches', last.id));
  return {
    items: page.map((row) => ({ user: readPerson(row.member), vouchedBy: readPerson(row.voucher) })),
    nextCursor,
  };
};
