import { sql } from 'kysely';
import type { Invitation } from '../../../contract/invitations.ts';
import { time } from '../../access/show/present.ts';
import { assertMayManageMembers } from '../../access/assert-may.ts';
import { findCircle } from '../../access/find/circles.ts';
import { col, bind, runsCircle, seesCircleById } from '../../access/rules/sees.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Database, Queries, Tx } from '../../platform/db/database.ts';
import { missing } from '../../platform/problem.ts';
import { removeInvitationNotification } from '../notifications/notify.ts';
import { isUnanswered, withdrawQuestion } from './asked-by-mail.ts';

/** Invitations into a circle that the viewer owns or keeps, by the alias of the circle's row. */
const isOfRunCircle = (viewer: Pick<Viewer, 'id'>, circle: string) =>
  runsCircle(bind(viewer.id), { id: col(`${circle}.id`), owner: col(`${circle}.owner_id`) });

const selectSeen = (q: Queries, viewer: Pick<Viewer, 'id'>) =>
  q
    .selectFrom('invitations as i')
    // A circle that the sender has left since is none of theirs any more, and an open invitation of one who no longer owns or
    // keeps it leads to Circle alone: its name is left out.
    .leftJoin('circles as c', (join) =>
      join
        .onRef('c.id', '=', 'i.circle_id')
        .on(seesCircleById(bind(viewer.id), col('c.id')))
        .on((e) =>
          e.or([
            e('i.accepted_at', 'is not', null),
            runsCircle(col('i.inviter_id'), { id: col('c.id'), owner: col('c.owner_id') }),
          ]),
        ),
    )
    .select([
      'i.public_id',
      'i.email',
      'i.unmailed',
      'i.created_at',
      'i.expires_at',
      'c.public_id as circle',
      'c.name',
    ])
    .select(sql<string | null>`case when i.inviter_id = ${viewer.id} then i.meant_for end`.as('meant_for'));

const selectInvitations = (q: Queries, viewer: Pick<Viewer, 'id'>) =>
  selectSeen(q, viewer).where('i.inviter_id', '=', viewer.id);

type Row = Awaited<ReturnType<ReturnType<typeof selectInvitations>['execute']>>[number];

const toInvitation = (row: Row): Invitation => ({
  id: row.public_id,
  email: row.email,
  for: row.meant_for,
  isUnmailed: row.unmailed === 1,
  circle: row.circle !== null && row.name !== null ? { id: row.circle, name: row.name } : null,
  createdAt: time(row.created_at),
  expiresAt: time(row.expires_at),
});

/** An invitation as its sender sees it. @throws missing */
export const loadInvitation = async (q: Queries, viewer: Viewer, publicId: string): Promise<Invitation> => {
  const row = await selectInvitations(q, viewer).where('i.public_id', '=', publicId).executeTakeFirst();
  if (!row) throw missing();
  return toInvitation(row);
};

/**
 * The viewer's open invitations, or all open ones into a circle, the latest first.
 * @throws missing, forbidden for a circle that the viewer neither owns nor keeps
 */
export const listInvitations = async (
  db: Database,
  viewer: Viewer,
  circleId?: string,
): Promise<Invitation[]> => {
  const circle = circleId === undefined ? null : await findCircle(db.read, viewer, circleId);
  if (circle) assertMayManageMembers(viewer, circle);
  const selected =
    circle === null
      ? selectInvitations(db.read, viewer)
      : selectSeen(db.read, viewer).where('c.id', '=', circle.id).where(isOfRunCircle(viewer, 'c'));
  const rows = await selected
    .where('i.accepted_at', 'is', null)
    .where('i.expires_at', '>', Date.now())
    // A revoked code has no address, so its disappearance reveals nobody.
    .where((e) => e.or([e('i.email', 'is not', null), e('i.withdrawn_at', 'is', null)]))
    .orderBy('i.id', 'desc')
    .execute();
  return rows.map(toInvitation);
};

/** All invitations that the viewer has sent and not withdrawn, the latest first, with when they were used. */
export const listSent = async (
  db: Database,
  viewer: Viewer,
): Promise<(Invitation & { acceptedAt: string | null })[]> => {
  const rows = await selectInvitations(db.read, viewer)
    .select('i.accepted_at')
    .orderBy('i.id', 'desc')
    .execute();
  return rows.map((row) => ({
    ...toInvitation(row),
    acceptedAt: row.accepted_at === null ? null : time(row.accepted_at),
  }));
};

/** The people whom the viewer asked to join by letter, the latest first. Whether they answered is left out (MAILBOX-2). */
export const listAskedByMail = async ({ read }: Pick<Database, 'read'>, viewer: Viewer) => {
  const rows = await read
    .selectFrom('mailbox_invitations as i')
    .innerJoin('circles as c', (join) =>
      join.onRef('c.id', '=', 'i.circle_id').on(seesCircleById(bind(viewer.id), col('c.id'))),
    )
    .select(['i.first_name', 'i.last_name', 'i.email', 'i.created_at', 'c.public_id as circle', 'c.name'])
    .where('i.inviter_id', '=', viewer.id)
    // Forgotten people have no name (MAILBOX-75).
    .where('i.first_name', '!=', '')
    .orderBy('i.id', 'desc')
    .execute();
  return rows.map((row) => ({
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    circle: { id: row.circle, name: row.name },
    askedAt: time(row.created_at),
  }));
};

interface Span {
  since: number;
  until: number;
}

/** The unanswered questions by mail that a member asked within a time. */
const selectAskedWithin = (q: Queries, askerId: number, { since, until }: Span) =>
  q
    .selectFrom('mailbox_invitations')
    .where('inviter_id', '=', askerId)
    .where(isUnanswered)
    .where('expires_at', '>', Date.now())
    .where('mailbox_invitations.created_at', '>=', since)
    .where('mailbox_invitations.created_at', '<=', until);

/** The open invitations that a member sent within a time, and their unanswered questions by mail. */
export const listSentWithin = async (q: Queries, senderId: number, span: Span): Promise<Invitation[]> => {
  const rows = await selectInvitations(q, { id: senderId })
    .where('i.accepted_at', 'is', null)
    .where('i.created_at', '>=', span.since)
    .where('i.created_at', '<=', span.until)
    .orderBy('i.id', 'desc')
    .execute();
  const asked = await selectAskedWithin(q, senderId, span)
    .leftJoin('circles as c', (join) =>
      join
        .onRef('c.id', '=', 'mailbox_invitations.circle_id')
        .on(seesCircleById(bind(senderId), col('c.id'))),
    )
    .select([
      'mailbox_invitations.public_id',
      'email',
      'unmailed',
      'mailbox_invitations.created_at',
      'expires_at',
      'c.public_id as circle',
      'c.name',
    ])
    .select(sql<null>`null`.as('meant_for'))
    .orderBy('mailbox_invitations.id', 'desc')
    .execute();
  return [...rows, ...asked].map(toInvitation);
};

/** Withdraws the open invitations that a member sent within a time, and their unanswered questions by mail. */
export const withdrawSentWithin = async (tx: Tx, senderId: number, span: Span): Promise<void> => {
  const open = await tx.q
    .selectFrom('invitations')
    .select('public_id')
    .where('inviter_id', '=', senderId)
    .where('accepted_at', 'is', null)
    .where('created_at', '>=', span.since)
    .where('created_at', '<=', span.until)
    .execute();
  for (const { public_id: publicId } of open) await withdraw(tx, senderId, publicId);
  const asked = await selectAskedWithin(tx.q, senderId, span).select(['id', 'answer']).execute();
  for (const question of asked) await withdrawQuestion(tx, question);
};

/** @returns false where there is no such open invitation */
const withdraw = async (tx: Tx, senderId: number, publicId: string): Promise<boolean> => {
  await removeInvitationNotification(tx, senderId, publicId);
  const gone = await tx.q
    .deleteFrom('invitations')
    .where('public_id', '=', publicId)
    .where('inviter_id', '=', senderId)
    .where('accepted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return gone !== undefined;
};

/**
 * Withdraws an open invitation of the viewer's, or into a circle that the viewer owns or keeps. Its code is then refused
 * like any wrong code.
 * @throws missing
 */
export const withdrawInvitation = (db: Database, viewer: Viewer, publicId: string): Promise<void> =>
  db.write(async (tx) => {
    const sent = await tx.q
      .selectFrom('invitations as i')
      .leftJoin('circles as c', 'c.id', 'i.circle_id')
      .select('i.inviter_id')
      .where('i.public_id', '=', publicId)
      .where((w) => w.or([w('i.inviter_id', '=', viewer.id), isOfRunCircle(viewer, 'c')]))
      .executeTakeFirst();
    if (!sent || sent.inviter_id === null || !(await withdraw(tx, sent.inviter_id, publicId)))
      throw missing();
  });

/** Whether any member has invited somebody. */
export const hasInvited = async (q: Queries): Promise<boolean> =>
  (await q
    .selectFrom('invitations')
    .select('id')
    .where('inviter_id', 'is not', null)
    .limit(1)
    .executeTakeFirst()) !== undefined;
