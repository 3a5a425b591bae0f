import { type RawBuilder, sql } from 'kysely';
import type { Person } from '../../../contract/shapes.ts';
import { findOnlookers } from '../../access/readers/audience.ts';
import { findMember } from '../../access/find/members.ts';
import { readPerson, selectPerson } from '../../access/show/present.ts';
import { reportableFor } from '../../access/rules/reportable.ts';
import { isBanned, bind } from '../../access/rules/sees.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { publish, publishGenericChange } from '../../platform/events/hub.ts';
import { conflict, missing } from '../../platform/problem.ts';
import { messages } from '../../../contract/errors/errors.ts';
import { lockMembers } from '../../platform/db/locks.ts';
import { keepEndedMemberships } from '../../access/readers/former-readers.ts';
import { endQuestions, withdrawCodes, withdrawInvitations } from './withdraw.ts';

// Revokes open invitations between the two, at present and former addresses, permanently. The sender still sees them
// in the list, or the list would reveal the block. The blocked member (b) holds the codes that no mail carried, and could look
// whether they still work: these stay, as their codes without an address do, and the blocking member cannot use them.
const withdrawInvitationsBetween = async (tx: Tx, a: number, b: number): Promise<void> => {
  const to = (reader: number) => sql`(
    select email_key from users where id = ${reader}
    union select used.email from invitations used where used.accepted_by = ${reader} and used.email is not null)`;
  await sql`
    update invitations set withdrawn_at = ${Date.now()}
    where accepted_at is null and withdrawn_at is null and (
      (inviter_id = ${a} and email in ${to(b)}) or (inviter_id = ${b} and unmailed = 0 and email in ${to(a)}))`.execute(
    tx.q,
  );
  // They look unanswered to their askers (MAILBOX-2).
  await endQuestions(
    tx,
    sql`((inviter_id = ${a} and asked.id = ${b}) or (inviter_id = ${b} and asked.id = ${a}))`,
  );
};

// They stay ended after the block: the asker sees no difference (ASK-6).
const endQuestionsBetween = async ({ q }: Tx, a: number, b: number): Promise<void> => {
  await sql`
    update questions set ended_at = ${Date.now()} where ended_at is null
      and ((asker_id = ${a} and asked_id = ${b}) or (asker_id = ${b} and asked_id = ${a}))`.execute(q);
};

// For reports of what was in sight when the block came.
const keepMemberships = async ({ q }: Tx, between: RawBuilder<unknown>): Promise<void> => {
  await sql`
    insert into blocked_memberships (circle_id, user_id, sees_after_post_id, added_by, added_at, face_since, ended_at)
    select circle_id, user_id, sees_after_post_id, added_by, added_at, face_since, ${Date.now()} from circle_members where exists (
      select 1 from circles owned where owned.id = circle_members.circle_id and ${between})
    on conflict (circle_id, user_id) do update set sees_after_post_id = excluded.sees_after_post_id, added_by = excluded.added_by,
      added_at = excluded.added_at, face_since = excluded.face_since, ended_at = excluded.ended_at`.execute(
    q,
  );
};

/** When an account ends, deletes from memberships that blocks ended the record of whom it had added. */
export const forgetWhoAdded = async ({ q }: Tx, userId: number): Promise<void> => {
  await q.updateTable('blocked_memberships').set({ added_by: 0 }).where('added_by', '=', userId).execute();
};

/** Deletes the memberships that blocks ended more than 30 days ago. */
export const sweepBlockedMemberships = (db: Database): Promise<void> =>
  db.write(async ({ q }) => {
    await q
      .deleteFrom('blocked_memberships')
      .where('ended_at', '<=', Date.now() - reportableFor)
      .execute();
  });

/**
 * Blocks a member and ends the circle rows between the two: each leaves the circles that the other owns (BLOCK-3), and
 * what one has invited the other to is over. Nothing tells the other.
 * @throws missing, conflict for oneself
 */
export const blockMember = (db: Database, viewer: Viewer, id: string): Promise<void> =>
  db.write(async (tx) => {
    const already = await tx.q
      .selectFrom('blocks')
      .innerJoin('users', 'users.id', 'blocks.blocked_id')
      .select('users.id')
      .where('blocker_id', '=', viewer.id)
      .where('users.public_id', '=', id)
      .executeTakeFirst();
    if (already) return;
    const member = await findMember(tx.q, viewer, id);
    if (member.id === viewer.id) throw conflict(messages.blockSelf);
    await lockMembers(tx, [viewer.id, member.id]);
    const told = await findOnlookers(tx.q, viewer.id, member.id);
    await tx.q
      .insertInto('blocks')
      .values({ blocker_id: viewer.id, blocked_id: member.id, created_at: Date.now() })
      .onConflict((on) => on.doNothing())
      .execute();
    await withdrawInvitationsBetween(tx, viewer.id, member.id);
    await endQuestionsBetween(tx, viewer.id, member.id);
    const between = sql`(
      (circle_members.user_id = ${member.id} and owned.owner_id = ${viewer.id})
      or (circle_members.user_id = ${viewer.id} and owned.owner_id = ${member.id}))`;
    await keepMemberships(tx, between);
    await keepEndedMemberships(
      tx,
      sql`exists (select 1 from circles owned where owned.id = circle_members.circle_id and ${between})`,
    );
    // Remove the memberships first: later steps depend on whether the members still count there.
    const { rows: ended } = await sql<{ circle_id: number; user_id: number }>`
      delete from circle_members where exists (
        select 1 from circles owned where owned.id = circle_members.circle_id and ${between})
      returning circle_id, user_id`.execute(tx.q);
    for (const userId of [viewer.id, member.id]) {
      const left = ended.filter((row) => row.user_id === userId).map((row) => row.circle_id);
      if (left.length === 0) continue;
      await sql`
        update circles set member_count = member_count - 1
        where id in (${sql.join(left)}) and not ${isBanned(bind(userId))}`.execute(tx.q);
    }
    await publish(tx, { kind: 'circle', id: viewer.publicId, to: { members: [viewer.id] } });
    // Nor may an invitation of a keeper bring them back once the block is lifted (BLOCK-3).
    for (const { circle_id: circle, user_id: userId } of ended)
      if (userId === member.id) await withdrawInvitations(tx, userId, circle);
    // The blocked member may use a code with another account. The codes of the other's circles stay: their disappearance
    // would reveal the block.
    await withdrawCodes(
      tx,
      sql`((inviter_id = ${viewer.id} and circle_id is not null)
        or circle_id in (select id from circles where owner_id = ${viewer.id}))`,
    );
    // The other member hears of a change if they lose sight of something, as at any end of a membership.
    await publishGenericChange(tx, told);
  });

/** @throws missing when the viewer does not block that member */
export const unblockMember = (db: Database, viewer: Viewer, id: string): Promise<void> =>
  db.write(async (tx) => {
    const gone = await tx.q
      .deleteFrom('blocks')
      .where('blocker_id', '=', viewer.id)
      .where('blocked_id', 'in', (e) => e.selectFrom('users').select('users.id').where('public_id', '=', id))
      .returning('blocked_id')
      .executeTakeFirst();
    if (!gone) throw missing();
    await publish(tx, { kind: 'circle', id: viewer.publicId, to: { members: [viewer.id] } });
  });

/** Ends the blocks and mutes of a member whose account starts empty: a squatter chose them. */
export const forgetOwnBlocks = async ({ q }: Tx, userId: number): Promise<void> => {
  await q.deleteFrom('blocks').where('blocker_id', '=', userId).execute();
  await q.deleteFrom('mutes').where('muter_id', '=', userId).execute();
};

/** Members whom the viewer blocks, names only, the latest first. */
export const listBlocks = async (db: Database, viewer: Viewer): Promise<Person[]> => {
  const { rows } = await sql<{ person: string }>`
    select ${selectPerson(bind(viewer.id), 'u')} as person
    from blocks b join users u on u.id = b.blocked_id
    where b.blocker_id = ${viewer.id} order by b.created_at desc, b.blocked_id`.execute(db.read);
  return rows.map((row) => readPerson(row.person));
};
