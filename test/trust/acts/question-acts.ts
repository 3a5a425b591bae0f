import assert from 'node:assert/strict';
import { reachAtHour } from '../../../server/features/questions/reach.ts';
import { type Cast, formOf, word } from '../cast.ts';
import type { Membership, PostModel, Who } from '../model-shapes.ts';
import { type Drawn, expects, nth, type Play } from '../play.ts';
import { beginPauses } from './delivery-acts.ts';

/** As in acts.ts. */
const maxPosts = 14;

interface QuestionModel {
  id: string;
  words: string;
  asker: Who;
  asked: Who;
  circle: string;
  /** A member who leaves and comes back has another one. */
  memberships: readonly [Membership | undefined, Membership | undefined];
  isOver: boolean;
  answer: PostModel | null;
}

const asked = new WeakMap<Cast, QuestionModel[]>();
const questionsOf = (cast: Cast): QuestionModel[] => {
  const known = asked.get(cast) ?? [];
  asked.set(cast, known);
  return known;
};

const membershipsOf = ({ model }: Cast, { circle, asker, asked: to }: QuestionModel) =>
  [asker, to].map((who) => model.circles.get(circle)?.members.get(who));

/** After each action: blocks, bans and the ends of memberships end questions. */
export const noteQuestions = (cast: Cast): void => {
  const { model } = cast;
  for (const question of questionsOf(cast)) {
    const now = membershipsOf(cast, question);
    const { asker, asked: to, memberships } = question;
    const isTogether = now.every((one, at) => one !== undefined && one === memberships[at]);
    if (!isTogether || !model.seesPerson(to, asker) || model.person(to).banned) question.isOver = true;
  }
};

/** The time has come for all questions that wait for the member. */
const reach = async (cast: Cast, who: Who): Promise<void> => {
  const { key } = cast.actor(who);
  for (let left = questionsOf(cast).length; left > 0; left -= 1)
    await cast.server.app.context.db.write(async (tx) => {
      await tx.q.updateTable('users').set({ question_at: null }).where('id', '=', key).execute();
      await reachAtHour(tx, [{ id: key }], Date.now());
    });
};

const waitingFor = (cast: Cast, who: Who): QuestionModel[] =>
  questionsOf(cast).filter(
    ({ asked: to, asker, isOver }) => to === who && !isOver && !cast.model.person(who).mutes.has(asker),
  );

/** Mostly a member for whom a question waits. */
const readerOf = (cast: Cast, { what, more }: Drawn, anybody: Who): Who => {
  const open = questionsOf(cast).filter(({ isOver, asked: to }) => !isOver && cast.model.isIn(to));
  return more % 4 === 0 ? anybody : (nth(open, what)?.asked ?? anybody);
};

/** Actions on questions of members to members. */
export const questionActs = {
  ask: async ({ cast, act, who, whom: anybody }: Play) => {
    const { model } = cast;
    const all = [...model.circles.values()];
    const own = all.filter(({ kind, members }) => kind === 'shared' && members.has(who));
    const circle = nth(act.more % 5 === 0 || own.length === 0 ? all : own, act.what);
    if (!circle) return;
    const others = [...circle.members.keys()].filter((one) => one !== who);
    const whom = act.more % 4 === 0 ? anybody : (nth(others, act.whom) ?? anybody);
    const words = word();
    const body = { userId: cast.actor(whom).id, words };
    const told = await cast.send(who, 'POST', `/api/circles/${circle.id}/questions`, body);
    const isOpen = ({ asker, asked: to, circle: where, answer }: QuestionModel) =>
      asker === who &&
      to === whom &&
      where === circle.id &&
      !(answer && model.posts.has(answer.id) && model.seesPost(who, answer));
    const status = (): number => {
      if (!model.seesCircle(who, circle)) return 404;
      if (circle.kind !== 'shared') return 409;
      if (who === whom || !circle.members.has(whom) || !model.seesPerson(who, whom)) return 404;
      return questionsOf(cast).some(isOpen) ? 409 : 201;
    };
    expects(told, status(), 'ask');
    if (told.status !== 201) return;
    for (const earlier of questionsOf(cast))
      if (earlier.asker === who && earlier.asked === whom && earlier.circle === circle.id)
        earlier.isOver = true;
    const question: QuestionModel = {
      id: String(cast.json(told)['id']),
      words,
      asker: who,
      asked: whom,
      circle: circle.id,
      memberships: [circle.members.get(who), circle.members.get(whom)],
      isOver: false,
      answer: null,
    };
    questionsOf(cast).push(question);
    const isWaiting = (viewer: Who) => waitingFor(cast, viewer).includes(question);
    cast.hides(words, (viewer) => {
      const { answer } = question;
      const isAnswered = answer !== null && model.posts.has(answer.id) && model.seesPost(viewer, answer);
      return viewer === who || isWaiting(viewer) || (isAnswered && model.seesPerson(viewer, who));
    });
  },
  answer: async ({ cast, act, who }: Play) => {
    const { model } = cast;
    await reach(cast, who);
    if (model.posts.size >= maxPosts) return;
    const waiting = waitingFor(cast, who);
    const question = nth(act.more % 4 === 0 ? questionsOf(cast) : waiting, act.what);
    if (!question) return;
    const content = word();
    const fields = { content, circleIds: JSON.stringify([question.circle]), questionId: question.id };
    const told = await cast.send(who, 'POST', '/api/posts', formOf(fields));
    const circle = model.circles.get(question.circle);
    expects(told, circle && waiting.includes(question) ? 201 : 404, 'answer');
    if (told.status !== 201 || !circle) return;
    const post = {
      ...model.freshPost({ id: String(cast.json(told)['id']), author: who, content }),
      circles: new Set([circle.id]),
      carried: new Set(circle.lettersCarry === 'content' ? [circle.id] : []),
      mentions: new Set<Who>(),
      photos: [],
    };
    question.isOver = true;
    question.answer = post;
    model.posts.set(post.id, post);
    beginPauses(cast, post);
    await cast.extendsPause();
    cast.hides(content, (viewer) => model.posts.has(post.id) && model.seesPost(viewer, post));
  },
  decline: async ({ cast, act, who: anybody }: Play) => {
    const who = readerOf(cast, act, anybody);
    await reach(cast, who);
    const question = nth(questionsOf(cast), act.what);
    if (!question) return;
    const isWaiting = waitingFor(cast, who).includes(question);
    const told = await cast.send(who, 'DELETE', `/api/questions/${question.id}?next=none`);
    // A question goes with its circle.
    const isTheirs =
      question.asker === who &&
      cast.model.circles.has(question.circle) &&
      cast.model.seesPerson(who, question.asked);
    expects(told, isWaiting || isTheirs ? 204 : 404, 'decline');
    if (isWaiting) question.isOver = true;
    if (!isTheirs) return;
    question.isOver = true;
    asked.set(
      cast,
      questionsOf(cast).filter((one) => one !== question),
    );
  },
};

/** Everybody has exactly the questions that wait for them. */
export const compareQuestions = async (cast: Cast, who: Who): Promise<void> => {
  await reach(cast, who);
  const told = await cast.get(who, '/api/questions');
  const expected = waitingFor(cast, who).map(({ words }) => words);
  const shown = [...told.text.matchAll(/"words":"(zq[0-9a-f]{12})"/g)].map(([, words]) => words);
  assert.deepEqual(new Set(shown), new Set(expected), `questions to ${who}`);
};
