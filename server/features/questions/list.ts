import { sql } from 'kysely';
import type { Output } from '../../../contract/endpoint.ts';
import { limits } from '../../../contract/limits.ts';
import type * as calls from '../../../contract/questions.ts';
import type { AskedQuestion, WaitingQuestion } from '../../../contract/questions.ts';
import { findCircle } from '../../access/find/circles.ts';
import { bind, col, seesCircleById, seesPerson } from '../../access/rules/sees.ts';
import { seesQuestion } from '../../access/rules/sees-questions.ts';
import { readMark, readPerson, selectMark, selectPerson, time } from '../../access/show/present.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Queries } from '../../platform/db/database.ts';
import { pageOf } from '../../platform/text/cursor.ts';

interface AskedRow {
  id: number;
  public_id: string;
  words: string;
  asked_at: number;
  user: string;
}

export const readAsked = ({ public_id: id, words, user, asked_at: at }: AskedRow): AskedQuestion => ({
  id,
  words,
  userId: user,
  askedAt: time(at),
});

/** The viewer's questions in a circle to members whom they see, newest first, whatever became of them (ASK-4). @throws missing */
export const listAsked = async (
  { db, cursors }: Pick<AppContext, 'db' | 'cursors'>,
  viewer: Viewer,
  input: { id: string; cursor?: string | undefined; limit?: number | undefined },
): Promise<Output<typeof calls.asked>> => {
  const circle = await findCircle(db.read, viewer, input.id);
  const size = input.limit ?? limits.pageDefault;
  const list = `questions of ${circle.publicId}`;
  const [before] = input.cursor ? cursors.open(list, input.cursor) : [];
  const rows = await db.read
    .selectFrom('questions as q')
    .innerJoin('users as u', 'u.id', 'q.asked_id')
    .select(['q.id', 'q.public_id', 'q.words', 'q.asked_at', 'u.public_id as user'])
    .where('q.asker_id', '=', viewer.id)
    .where('q.circle_id', '=', circle.id)
    .where(seesPerson(bind(viewer.id), col('q.asked_id')))
    .where('q.id', '<', before ?? Number.MAX_SAFE_INTEGER)
    .orderBy('q.id', 'desc')
    .limit(size + 1)
    .execute();
  const { page, nextCursor } = pageOf(rows, size, (last) => cursors.seal(list, last.id));
  return { items: page.map(readAsked), nextCursor };
};

/** The questions that reached the viewer and wait, newest first. */
export const listWaiting = async (
  q: Queries,
  viewer: Pick<Viewer, 'id'>,
): Promise<{ items: WaitingQuestion[] }> => ({
  items: (await listWaitingByKey(q, viewer)).map(({ question }) => question),
});

/** Like `listWaiting`, with the keys of the questions. */
export const listWaitingByKey = async (
  q: Queries,
  viewer: Pick<Viewer, 'id'>,
): Promise<{ key: number; question: WaitingQuestion }[]> => {
  const me = bind(viewer.id);
  const { rows } = await sql<{ id: number; public_id: string; words: string; asker: string; mark: string }>`
    select waiting.id, waiting.public_id, waiting.words, ${selectPerson(me, 'asker')} as asker, ${selectMark()} as mark
    from questions waiting join users asker on asker.id = waiting.asker_id join circles c on c.id = waiting.circle_id
    where ${seesQuestion(me, 'waiting')}
    order by waiting.reached_at desc, waiting.id desc limit ${limits.questionsListed}`.execute(q);
  return rows.map(({ id: key, public_id: id, words, asker, mark }) => ({
    key,
    question: { id, words, askedBy: readPerson(asker), circle: readMark(mark) },
  }));
};

/** The questions that the member asked those whom they see, and those that wait, for their export. A circle out of sight is null. */
export const ownQuestions = async (q: Queries, viewer: Pick<Viewer, 'id'>) => {
  const me = bind(viewer.id);
  const rows = await q
    .selectFrom('questions as q')
    .leftJoin('circles as c', (join) =>
      join.onRef('c.id', '=', 'q.circle_id').on(seesCircleById(me, col('q.circle_id'))),
    )
    .select(['q.words', 'q.asked_at', 'c.name'])
    .where('q.asker_id', '=', viewer.id)
    .where(seesPerson(me, col('q.asked_id')))
    .orderBy('q.id')
    .execute();
  return {
    asked: rows.map(({ words, asked_at: at, name }) => ({ words, circle: name, askedAt: time(at) })),
    waiting: (await listWaiting(q, viewer)).items,
  };
};
