import { sql } from 'kysely';
import { messages } from '../../../contract/errors/errors.ts';
import { findCirclesByKey, type SeenCircle } from '../../access/find/circles.ts';
import { bind, col, seesPerson, seesPostById } from '../../access/rules/sees.ts';
import { isOpenQuestion, seesQuestion } from '../../access/rules/sees-questions.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Queries, Tx } from '../../platform/db/database.ts';
import { publish } from '../../platform/events/hub.ts';
import { invalid, missing } from '../../platform/problem.ts';
import { notify } from '../notifications/notify.ts';
import { markReached } from './reach.ts';

/** A question that the viewer may answer. */
export interface FoundQuestion {
  id: number;
  publicId: string;
  askerId: number;
  words: string;
}

interface Row {
  id: number;
  public_id: string;
  asker_id: number;
  circle_id: number;
  words: string;
}

const found = ({ id, public_id: publicId, asker_id: askerId, words }: Row): FoundQuestion => ({
  id,
  publicId,
  askerId,
  words,
});

/**
 * The question that the viewer's next moment answers, which goes to its circle alone (ASK-1).
 * @throws missing, invalid for other circles
 */
export const findQuestion = async (
  tx: Tx,
  viewer: Viewer,
  publicId: string,
  circles: readonly Pick<SeenCircle, 'id'>[],
): Promise<FoundQuestion> => {
  const lock = tx.dialect.pick({ sqlite: sql``, postgres: sql`for update of waiting` });
  // The letter with a question may be there before the note that it reached its member.
  const { rows } = await sql<Row>`
    select waiting.id, waiting.public_id, waiting.asker_id, waiting.circle_id, waiting.words from questions waiting
    where waiting.public_id = ${publicId} and (${seesQuestion(bind(viewer.id), 'waiting')}
      or (waiting.asked_id = ${viewer.id} and ${isOpenQuestion('waiting')}
        and exists (select 1 from users u where u.id = waiting.asked_id and u.by_letter = 1))) ${lock}`.execute(
    tx.q,
  );
  const [row] = rows;
  if (!row) throw missing();
  if (circles.length !== 1 || circles[0]?.id !== row.circle_id)
    throw invalid('circleIds', messages.questionCircle);
  return found(row);
};

/** The open question that a mail answers by its key, with its circle; null if it is over. */
export const findMailedQuestion = async (
  q: Queries,
  viewer: Viewer,
  key: number,
): Promise<(FoundQuestion & { circle: SeenCircle }) | null> => {
  const { rows } = await sql<Row>`
    select waiting.id, waiting.public_id, waiting.asker_id, waiting.circle_id, waiting.words from questions waiting
    where waiting.id = ${key} and waiting.asked_id = ${viewer.id} and ${isOpenQuestion('waiting')}`.execute(
    q,
  );
  const [row] = rows;
  const [circle] = row ? await findCirclesByKey(q, viewer, [row.circle_id]) : [];
  return row && circle ? { ...found(row), circle } : null;
};

/** Ends the question: the post answers it. Notifies its asker, if they see the post. */
export const answerQuestion = async (
  tx: Tx,
  viewer: Viewer,
  question: FoundQuestion,
  post: number,
): Promise<void> => {
  const now = Date.now();
  await markReached(tx, { question: question.id, member: viewer.id }, now);
  await tx.q
    .updateTable('questions')
    .set({ ended_at: now, answer_id: post })
    .where('id', '=', question.id)
    .execute();
  await publish(tx, { kind: 'notification', id: question.publicId, to: { members: [viewer.id] } });
  const { rows } = await sql`select 1 where ${seesPostById(bind(question.askerId), bind(post))}`.execute(
    tx.q,
  );
  if (rows.length > 0)
    await notify(tx, {
      kind: 'question_answered',
      to: question.askerId,
      actor: viewer.id,
      post,
      group: `question-answered:${post}`,
    });
};

/**
 * The question that the viewer's post (its key) answers is open again: the post is about to be deleted. One that its asker has
 * followed by another (ASK-4), or whose asker is blocked or banned (ASK-6), stays ended.
 */
export const reopenQuestion = async (tx: Tx, viewer: Viewer, post: number): Promise<void> => {
  const reopened = await tx.q
    .updateTable('questions')
    .set({ ended_at: null, answer_id: null })
    .where('asked_id', '=', viewer.id)
    .where('answer_id', '=', post)
    .where(
      sql<boolean>`not exists (
        select 1 from questions newer where newer.id > questions.id and newer.asker_id = questions.asker_id
          and newer.asked_id = questions.asked_id and newer.circle_id = questions.circle_id)`,
    )
    .where(seesPerson(bind(viewer.id), col('questions.asker_id')))
    .returning('public_id')
    .execute();
  for (const { public_id: id } of reopened)
    await publish(tx, { kind: 'notification', id, to: { members: [viewer.id] } });
};
