import * as z from 'zod/mini';
import type { Input, Output } from '../../../contract/endpoint.ts';
import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import type { ask, asked, MailboxInvitation } from '../../../contract/mailbox.ts';
import { areBlocked } from '../../access/find/members.ts';
import { findCircle, type FoundCircle } from '../../access/find/circles.ts';
import { assertMayManageMembers } from '../../access/assert-may.ts';
import { time } from '../../access/show/present.ts';
import { bind, col, isBanned, runsCircle } from '../../access/rules/sees.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Database, Queries, Tx } from '../../platform/db/database.ts';
import { idempotent, type RepeatKey } from '../../platform/db/idempotency.ts';
import { lockMembers } from '../../platform/db/locks.ts';
import type { Finish } from '../../platform/jobs/jobs.ts';
import { conflict, missing } from '../../platform/problem.ts';
import { pageOf } from '../../platform/text/cursor.ts';
import { emailKey, mailboxKey } from '../../platform/text/fold.ts';
import { hashOf, newId } from '../../platform/text/ids.ts';
import { hashedAddress, isUnanswered, withdrawQuestion } from '../invitations/asked-by-mail.ts';
import { assertMayVouch } from '../members/vouch.ts';
import { findOpenInvitation, type OpenInvitation, queueQuestion } from './question.ts';

/** How long an address can answer, in milliseconds. */
const expiresAfterMs = 30 * 24 * 60 * 60_000;

const findOwnCircle = async (q: Queries, viewer: Viewer, publicId: string): Promise<FoundCircle> => {
  const circle = await findCircle(q, viewer, publicId);
  assertMayManageMembers(viewer, circle);
  return circle;
};

/** The number of mailbox members of a circle. */
export const countMailboxMembers = async (q: Queries, circleId: number): Promise<number> => {
  const { count } = await q
    .selectFrom('circle_members')
    .innerJoin('users', 'users.id', 'circle_members.user_id')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('circle_members.circle_id', '=', circleId)
    .where('users.by_letter', '=', 1)
    .where(({ not }) => not(isBanned(col('users.id'))))
    .executeTakeFirstOrThrow();
  return count;
};

/** Whether letters from the circle carry words and photos, as those of mailbox members have to. */
export const carriesContent = async (q: Queries, circleId: number): Promise<boolean> => {
  const { letters_carry: carry } = await q
    .selectFrom('circles')
    .select('letters_carry')
    .where('id', '=', circleId)
    .executeTakeFirstOrThrow();
  return carry === 'content';
};

/** The questions of everybody who owns or keeps the circle now. */
const selectInvitations = (q: Queries, { id, ownerId }: FoundCircle) =>
  q
    .selectFrom('mailbox_invitations')
    .select(['id', 'public_id', 'first_name', 'last_name', 'created_at', 'expires_at', 'answer', 'unmailed'])
    .where('circle_id', '=', id)
    .where(runsCircle(col('mailbox_invitations.inviter_id'), { id: bind(id), owner: bind(ownerId) }))
    .where('expires_at', '>', Date.now());

const selectUnanswered = (q: Queries, circle: FoundCircle) =>
  selectInvitations(q, circle).where(isUnanswered);

interface Row {
  public_id: string;
  first_name: string;
  last_name: string;
  created_at: number;
  expires_at: number;
  unmailed: number;
}

const present = (row: Row): MailboxInvitation => ({
  id: row.public_id,
  firstName: row.first_name,
  lastName: row.last_name,
  askedAt: time(row.created_at),
  expiresAt: time(row.expires_at),
  isUnmailed: row.unmailed === 1,
});

const load = async (q: Queries, circle: FoundCircle, publicId: string): Promise<MailboxInvitation> => {
  const row = await selectUnanswered(q, circle).where('public_id', '=', publicId).executeTakeFirst();
  if (!row) throw missing();
  return present(row);
};

/**
 * Asks an address whether it joins a circle by letter. The worker sends the mail, so that the answer is the same for
 * every address and takes as long. An address that was asked for the circle already gets no second mail (MAILBOX-2).
 * @throws missing, forbidden, conflict where mail cannot be received, and for a circle that takes no mailbox members
 */
export const askByMail = (
  { db, jobs, settings }: Pick<AppContext, 'db' | 'jobs' | 'settings'>,
  viewer: Viewer,
  input: Input<typeof ask>,
  repeatKey: RepeatKey | null = null,
): Promise<MailboxInvitation> => {
  const make = async (tx: Tx) => {
    const circle = await findOwnCircle(tx.q, viewer, input.id);
    if (input.verifies) await assertMayVouch(tx, settings, viewer);
    if (settings.mailIn === null) throw conflict(messages.mailboxOff);
    await lockMembers(tx, [viewer.id]);
    if (!(await carriesContent(tx.q, circle.id))) throw conflict(messages.mailboxNeedsContent);
    if ((await countMailboxMembers(tx.q, circle.id)) >= limits.mailboxMembers)
      throw conflict(messages.mailboxFull);
    const email = emailKey(input.email);
    const names = { first_name: input.firstName, last_name: input.lastName };
    const verifies = input.verifies ? 1 : 0;
    const open = await selectInvitations(tx.q, circle)
      .where('email', '=', email)
      .where((w) => w.or([w('answer', 'is', null), w('answer', 'in', ['stop', 'removed', 'withdrawn'])]))
      .orderBy('id', 'desc')
      .executeTakeFirst();
    if (open?.answer === 'withdrawn') {
      // The mail that asked is valid again: a second one would let an asker fill somebody's mailbox.
      const revived = { ...names, verifies, answer: null } as const;
      await tx.q.updateTable('mailbox_invitations').set(revived).where('id', '=', open.id).execute();
      return { id: open.public_id, result: present({ ...open, ...names }) };
    }
    if (open?.answer === 'removed')
      // Asked again after the removal or block, they may return: by the mail that asked first, as above.
      await tx.q.updateTable('mailbox_invitations').set({ answer: null }).where('id', '=', open.id).execute();
    if (open) return { id: open.public_id, result: present(open) };
    const now = Date.now();
    const unmailed: 0 | 1 = settings.smtpUrl === null ? 1 : 0;
    const row = { public_id: newId(), ...names, created_at: now, expires_at: now + expiresAfterMs, unmailed };
    const { id } = await tx.q
      .insertInto('mailbox_invitations')
      .values({
        ...row,
        circle_id: circle.id,
        inviter_id: viewer.id,
        email,
        verifies,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await jobs.enqueue(tx, { kind: 'mailbox-invitation', payload: id, userId: viewer.id });
    return { id: row.public_id, result: present(row) };
  };
  return idempotent(db, {
    userId: viewer.id,
    repeatKey,
    make,
    load: async ({ q }, made) => load(q, await findOwnCircle(q, viewer, input.id), made),
  });
};

/** The unanswered questions of a circle, newest first. @throws missing, forbidden */
export const listAsked = async (
  { db, cursors }: Pick<AppContext, 'db' | 'cursors'>,
  viewer: Viewer,
  { id, cursor, limit: size = limits.pageDefault }: Input<typeof asked>,
): Promise<Output<typeof asked>> => {
  const circle = await findOwnCircle(db.read, viewer, id);
  const list = `mailbox invitations of ${id}`;
  const [before = Number.MAX_SAFE_INTEGER] = cursor ? cursors.open(list, cursor) : [];
  const rows = await selectUnanswered(db.read, circle)
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(size + 1)
    .execute();
  const { page, nextCursor } = pageOf(rows, size, (last) => cursors.seal(list, last.id));
  return { items: page.map(present), nextCursor };
};

/** Withdraws an unanswered question: its mail then opens nothing. @throws missing, forbidden */
export const withdrawAsked = (
  db: Database,
  viewer: Viewer,
  input: { id: string; invitationId: string },
): Promise<void> =>
  db.write(async (tx) => {
    const circle = await findOwnCircle(tx.q, viewer, input.id);
    const open = await selectUnanswered(tx.q, circle)
      .where('public_id', '=', input.invitationId)
      .executeTakeFirst();
    if (!open) throw missing();
    await withdrawQuestion(tx, open);
  });

/**
 * Whether the address said 'Stop' to a question for this circle or of this member, or to two members: then it is not asked
 * by anybody.
 */
const isStopped = async (
  tx: Tx,
  { circle_id: circleId, inviter_id: inviterId, email }: OpenInvitation,
): Promise<boolean> => {
  const questions = await tx.q
    .selectFrom('mailbox_invitations')
    .select(['circle_id', 'inviter_id'])
    .where('email', 'in', [email, hashedAddress(email)])
    .where('answer', '=', 'stop')
    .execute();
  const askers = await tx.q
    .selectFrom('stopped_askers')
    .select('inviter_id')
    .where('address_hash', '=', hashOf(email))
    .execute();
  const stopped = new Set([...questions, ...askers].map((row) => row.inviter_id));
  return stopped.has(inviterId) || stopped.size >= 2 || questions.some((row) => row.circle_id === circleId);
};

const isRefused = async (tx: Tx, asked: OpenInvitation): Promise<boolean> => {
  if (await isStopped(tx, asked)) return true;
  const { email, inviter_id: inviterId } = asked;
  // An address can belong to an account and to a mailbox member.
  const members = await tx.q
    .selectFrom('users')
    .select('id')
    .where('email_key', 'in', [email, mailboxKey(email)])
    .execute();
  for (const { id } of members) if (await areBlocked(tx.q, inviterId, id)) return true;
  return false;
};

/** Mails a question, unless it was withdrawn, the address said stop before, or a block lies between the two. */
const deliver = (context: AppContext, invitationId: number, finish: Finish): Promise<void> =>
  context.db.write(async (tx) => {
    await finish(tx);
    const asked = await findOpenInvitation(tx, invitationId);
    if (asked && !(await isRefused(tx, asked))) await queueQuestion(context, tx, asked);
  });

export const handleMailboxInvitations = (context: AppContext): void =>
  context.jobs.handle('mailbox-invitation', (payload, finish) =>
    deliver(context, z.number().parse(payload), finish),
  );
