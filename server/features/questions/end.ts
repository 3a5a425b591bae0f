import { sql } from 'kysely';
import { bind, col, seesPerson } from '../../access/rules/sees.ts';
import { isOpenQuestion, seesQuestion } from '../../access/rules/sees-questions.ts';
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

/**
 * No question reaches the member any more, or questions do again. Those asked meanwhile never do, also one that was being asked
 * just as the member stopped them.
 * @returns false if the member had chosen so before
 */
export const takeQuestions = async ({ q }: Tx, member: number, takes: boolean): Promise<boolean> => {
  const chosen = takes ? 1 : 0;
  const { numUpdatedRows } = await q
    .updateTable('users')
    .set({ takes_questions: chosen })
    .where('id', '=', member)
    .where('takes_questions', '!=', chosen)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await q
    .updateTable('questions')
    .set({ ended_at: Date.now() })
    .where('asked_id', '=', member)
    .where('ended_at', 'is', null)
    .execute();
  return true;
};

/** Ends a question in the name of the asked member. Nobody learns of it (ASK-3). */
const declineQuestion = async (tx: Tx, member: number, question: number, next: Next): Promise<void> => {
  const now = Date.now();
  const { numUpdatedRows: ended } = await tx.q
    .updateTable('questions')
    .set({ ended_at: now })
    .where('id', '=', question)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (next === 'stop') await takeQuestions(tx, member, false);
  // Pressed twice, it brings one.
  if (next !== 'another' || ended === 0n) return;
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

/**
 * Ends a question by the page of a letter, which does the same whether or not it still waits: anybody may hold the link, and the
 * letter may be there before the note that its question reached its member.
 * @returns whether the member took questions until now
 */
export const declineByLetter = async (
  tx: Tx,
  { id: member }: Pick<Viewer, 'id'>,
  { id, next }: { id: string; next: Next },
): Promise<boolean> => {
  const { rows } = await sql<{ id: number }>`
    select waiting.id from questions waiting
    where waiting.public_id = ${id} and waiting.asked_id = ${member} and ${isOpenQuestion('waiting')}`.execute(
    tx.q,
  );
  const hasStopped = next === 'stop' && (await takeQuestions(tx, member, false));
  const [waiting] = rows;
  if (!waiting) return hasStopped;
  await declineQuestion(tx, member, waiting.id, next);
  await publish(tx, { kind: 'notification', id, to: { members: [member] } });
  return hasStopped;
};

/** Ends a question to the viewer, or withdraws one of theirs. @throws missing */
export const removeQuestion = async (
  tx: Tx,
  viewer: Viewer,
  { id, next = 'none' }: { id: string; next?: Next | undefined },
): Promise<void> => {
  // Without a look at the person, a block would differ from the end of an account, which deletes the row.
  const { rows } = await sql<{ id: number; asked_id: number; waits: number | boolean }>`
    select q.id, q.asked_id, ${seesQuestion(col('q.asked_id'), 'q')} as waits from questions q
    where q.public_id = ${id} and q.asker_id = ${viewer.id}
      and ${seesPerson(bind(viewer.id), col('q.asked_id'))}`.execute(tx.q);
  const [own] = rows;
  if (own) {
    await tx.q.deleteFrom('questions').where('id', '=', own.id).execute();
    // The bell of its member refetches if the question stands there.
    if (own.waits) await publish(tx, { kind: 'notification', id, to: { members: [own.asked_id] } });
    return;
  }
  await declineQuestion(tx, viewer.id, await findWaiting(tx.q, viewer, id), next);
  await publish(tx, { kind: 'notification', id, to: { members: [viewer.id] } });
};
