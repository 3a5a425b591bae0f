import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { mailboxKey } from '../../platform/text/fold.ts';

/**
 * Revokes open codes that no mail carried, because anybody may hold them. They lose their address: the list leaves out
 * revoked codes without one, which reveals nobody.
 */
export const withdrawCodes = async ({ q }: Tx, which: RawBuilder<unknown>): Promise<void> => {
  await sql`
    update invitations set withdrawn_at = ${Date.now()}, email = null
    where accepted_at is null and (email is null or unmailed = 1) and ${which}`.execute(q);
};

/** The question by mail, a row of `mailbox_invitations`, was sent to the address of the user, also of a mailbox member. */
export const isAskedAddress = (question: string, user: string): RawBuilder<boolean> => {
  const address = sql.ref(`${question}.email`);
  return sql<boolean>`${sql.ref(`${user}.email_key`)} in (${address}, ${sql.lit(mailboxKey(''))} || ${address})`;
};

/**
 * Ends unanswered questions by mail to the addresses of members.
 * @param which tells them by their columns and those of `asked`, the user of the address
 */
export const endQuestions = async ({ q }: Tx, which: RawBuilder<unknown>): Promise<void> => {
  await sql`
    update mailbox_invitations set answer = 'removed' where answer is null and exists (
      select 1 from users asked where ${isAskedAddress('mailbox_invitations', 'asked')} and ${which})`.execute(
    q,
  );
};

/**
 * Revokes earlier invitations into the circle when a member is removed, so that they cannot let themselves in again.
 * This covers their current address and former ones at which they accepted an invitation. The sender still sees the
 * invitations, or the list would reveal that the address is this member's. All codes of the circle that no mail carried
 * are revoked. Without a circle, the addresses' invitations into all circles that the member is in are revoked.
 */
export const withdrawInvitations = async (tx: Tx, userId: number, circleId: number | null): Promise<void> => {
  const ofCircles =
    circleId === null
      ? sql`select circle_id from circle_members where user_id = ${userId}`
      : sql`${circleId}`;
  if (circleId !== null) await withdrawCodes(tx, sql`circle_id = ${circleId}`);
  await sql`
    update invitations set withdrawn_at = ${Date.now()}
    where accepted_at is null and withdrawn_at is null and unmailed = 0 and circle_id in (${ofCircles}) and email in (
      select email_key from users where id = ${userId}
      union select used.email from invitations used where used.accepted_by = ${userId} and used.email is not null)`.execute(
    tx.q,
  );
  // An answer to a question by mail would let them in again.
  await endQuestions(tx, sql`circle_id in (${ofCircles}) and asked.id = ${userId}`);
};
