import { sql } from 'kysely';
import { messages } from '../../../contract/errors/errors.ts';
import type { AskedQuestion } from '../../../contract/questions.ts';
import { assertMayAsk } from '../../access/assert-may.ts';
import { findCircle } from '../../access/find/circles.ts';
import { bind, col, seesPerson, seesPostById } from '../../access/rules/sees.ts';
import { mayAskIn } from '../../access/rules/sees-questions.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Queries } from '../../platform/db/database.ts';
import { idempotent, type RepeatKey } from '../../platform/db/idempotency.ts';
import { lockMembers } from '../../platform/db/locks.ts';
import { conflict, missing } from '../../platform/problem.ts';
import { newId } from '../../platform/text/ids.ts';
import { readAsked } from './list.ts';
import { fadesAfterMs } from './reach.ts';

interface Asking {
  id: string;
  userId: string;
  words: string;
}

const loadAsked = async (q: Queries, viewer: Viewer, publicId: string): Promise<AskedQuestion> => {
  const row = await q
    .selectFrom('questions as q')
    .innerJoin('users as u', 'u.id', 'q.asked_id')
    .select(['q.id', 'q.public_id', 'q.words', 'q.asked_at', 'u.public_id as user'])
    .where('q.asker_id', '=', viewer.id)
    .where('q.public_id', '=', publicId)
    .where(seesPerson(bind(viewer.id), col('q.asked_id')))
    .executeTakeFirst();
  if (!row) throw missing();
  return readAsked(row);
};

/**
 * Whether one of the viewer's questions to the member is open there, as far as the viewer can tell: for 30 days, unless they see
 * an answer. A refusal changes nothing in that, so it stays unknown (ASK-4).
 */
const hasAsked = async (
  q: Queries,
  viewer: Viewer,
  circle: number,
  asked: number,
  now: number,
): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from questions q
    where q.asker_id = ${viewer.id} and q.circle_id = ${circle} and q.asked_id = ${asked}
      and q.asked_at > ${now - fadesAfterMs}
      and (q.answer_id is null or not ${seesPostById(bind(viewer.id), col('q.answer_id'))})
    limit 1`.execute(q);
  return rows.length > 0;
};

/**
 * Asks a member of a shared circle a question. It reaches them at their hour, one a week (ASK-2). A member who wants none is asked
 * all the same, so that the asker learns nothing of it.
 * @throws missing for a circle or a member that the viewer does not see, conflict
 */
export const askQuestion = async (
  { db, limits }: Pick<AppContext, 'db' | 'limits'>,
  viewer: Viewer,
  { id, userId, words }: Asking,
  repeatKey: RepeatKey | null,
): Promise<AskedQuestion> =>
  idempotent(db, {
    userId: viewer.id,
    repeatKey,
    make: async (tx) => {
      const circle = await findCircle(tx.q, viewer, id);
      assertMayAsk(circle);
      // The second of two concurrent questions has to find the first.
      await lockMembers(tx, [viewer.id]);
      const now = Date.now();
      const { rows } = await sql<{ id: number; takes: number }>`
        select u.id, u.takes_questions as takes from users u
        where u.public_id = ${userId} and ${mayAskIn(viewer.id, circle.id, col('u.id'))}`.execute(tx.q);
      const [asked] = rows;
      // First: the refusal below would tell a member who blocks the asker from one whose account has ended.
      if (!asked) throw missing();
      if (await hasAsked(tx.q, viewer, circle.id, asked.id, now)) throw conflict(messages.questionOpen);
      // Refusals do not count. They depend on nothing that the asker may not know (ASK-4).
      await limits.consumeIn(tx, 'questions', String(viewer.id));
      await tx.q
        .updateTable('questions')
        .set({ ended_at: now })
        .where('asker_id', '=', viewer.id)
        .where('asked_id', '=', asked.id)
        .where('circle_id', '=', circle.id)
        .where('ended_at', 'is', null)
        .execute();
      const publicId = newId();
      await tx.q
        .insertInto('questions')
        .values({
          public_id: publicId,
          circle_id: circle.id,
          asker_id: viewer.id,
          asked_id: asked.id,
          words,
          asked_at: now,
          ended_at: asked.takes === 1 ? null : now,
        })
        .execute();
      return { id: publicId, result: await loadAsked(tx.q, viewer, publicId) };
    },
    load: (from, made) => loadAsked(from.q, viewer, made),
  });
