import { sql } from 'kysely';
import { bind } from '../../access/rules/sees.ts';
import { seesQuestion } from '../../access/rules/sees-questions.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Queries, Tx } from '../../platform/db/database.ts';
import { publish } from '../../platform/events/hub.ts';
import { missing } from '../../platform/problem.ts';
import { reachNext } from './reach.ts';

export type Next = 'another' | 'none' | 'stop';

/** Ends all open questions that a member asked or was asked. */
export const endQuestionsOf = async ({ q }: Tx, member: number): Promise<void> => {
  await sql`update questions set ended_at = ${Date.now()}
    where ended_at is null and (asked_id = ${member} or asker_id = ${member})`.execute(q);
};

/** Deletes all questions that a member asked or was asked. */
export const forgetQuestionsOf = async ({ q }: Tx, member: number): Promise<void> => {
  await q
    .deleteFrom('questions')
    .where((w) => w.or([w('asked_id', '=', member), w('asker_id', '=', member)]))
    .execute();
};

/** No question reaches the member any more, or questions do again. Those asked meanwhile never do. */
export const takeQuestions = async ({ q }: Tx, member: number, takes: boolean): Promise<void> => {
  await sql`update users set takes_questions = ${takes ? 1 : 0} where id = ${member}`.execute(q);
  if (!takes)
    await q
      .updateTable('questions')
      .set({ ended_at: Date.now() })
      .where('asked_id', '=', member)
      .where('ended_at', 'is', null)
      .execute();
};

/** Ends a question in the name of the asked member. Nobody learns of it (ASK-3). */
const declineQuestion = async (tx: Tx, member: number, question: number, next: Next): Promise<void> => {
  const now = Date.now();
  await tx.q
    .updateTable('questions')
    .set({ ended_at: now })
    .where('id', '=', question)
    .where('ended_at', 'is', null)
    .execute();
  if (next === 'stop') await takeQuestions(tx, member, false);
  if (next !== 'another') return;
  // A mailbox member gets the next one with their next letter.
  const { numUpdatedRows } = await tx.q
    .updateTable('users')
    .set({ question_at: null })
    .where('id', '=', member)
    .where('by_letter', '=', 1)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) await reachNext(tx, member, now);
};

const findWaiting = async (q: Queries, viewer: Viewer, id: string): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    select waiting.id from questions waiting
    where waiting.public_id = ${id} and ${seesQuestion(bind(viewer.id), 'waiting')}`.execute(q);
  const [waiting] = rows;
  if (!waiting) throw missing();
  return waiting.id;
};

/** @throws missing for a question that does not wait for the viewer */
export const assertWaits = async (q: Queries, viewer: Viewer, id: string): Promise<void> => {
  await findWaiting(q, viewer, id);
};

/** Ends a question to the viewer, or withdraws one of theirs. @throws missing */
export const removeQuestion = async (
  tx: Tx,
  viewer: Viewer,
  { id, next = 'none' }: { id: string; next?: Next | undefined },
): Promise<void> => {
  const own = await tx.q
    .deleteFrom('questions')
    .where('public_id', '=', id)
    .where('asker_id', '=', viewer.id)
    .returning(['asked_id', 'reached_at'])
    .executeTakeFirst();
  if (own) {
    // The bell of its member refetches.
    if (own.reached_at !== null)
      await publish(tx, { kind: 'notification', id, to: { members: [own.asked_id] } });
    return;
  }
  await declineQuestion(tx, viewer.id, await findWaiting(tx.q, viewer, id), next);
  await publish(tx, { kind: 'notification', id, to: { members: [viewer.id] } });
};
