import assert from 'node:assert/strict';
import { Receipt } from '../../../contract/audience/take-back.ts';
import { afterNarrowing } from './album-acts.ts';
import type { Cast } from '../cast.ts';
import type { PostModel, Who } from '../model-shapes.ts';
import { expects, nth, type Play } from '../play.ts';

/** Milliseconds in which a busy machine surely answers, of the minute in which it can be undone. */
const undoMs = 30_000;

const leaveOut = async (cast: Cast, post: PostModel, whom: Who): Promise<void> => {
  const { model } = cast;
  const told = await cast.send(post.author, 'PATCH', `/api/posts/${post.id}`, {
    hiddenFrom: [cast.actor(whom).id],
  });
  expects(told, model.seesPerson(post.author, whom) ? 200 : 404, 'leave out');
  if (told.status !== 200 || post.leftOut.has(whom)) return;
  post.leftOut.set(whom, Date.now());
};

/** Nothing here leaves anybody out when sharing. */
const undoLeaveOut = async (cast: Cast, post: PostModel): Promise<void> => {
  const last = [...post.leftOut].at(-1);
  if (last && Date.now() - last[1] > undoMs) return;
  const told = await cast.send(post.author, 'POST', `/api/posts/${post.id}/hidden-from/undo`);
  expects(told, last ? 200 : 409, 'undo leaving out');
  if (last) post.leftOut.delete(last[0]);
};

/** The members who see a post through circles that its author knows: these a receipt counts. */
const knownReaders = ({ model }: Cast, post: PostModel): Who[] =>
  model.everybody.filter(
    (who) =>
      who !== post.author &&
      model.seesPost(who, post) &&
      model.seesPerson(post.author, who) &&
      model.ways(who, post).some((way) => model.seesCircle(post.author, way)),
  );

const takeBack = async (cast: Cast, post: PostModel, from: { circle: string } | { who: Who } | null) => {
  const { model } = cast;
  const before = knownReaders(cast, post);
  const wanted = () => {
    if (from === null) return {};
    return 'circle' in from ? { circleIds: [from.circle] } : { userIds: [cast.actor(from.who).id] };
  };
  const told = await cast.send(post.author, 'POST', `/api/posts/${post.id}/take-back`, wanted());
  const isHidden = from && 'who' in from && !model.seesPerson(post.author, from.who);
  const isTakenBack = from === null ? post.circles.size === 0 : 'who' in from && post.leftOut.has(from.who);
  expects(told, isHidden ? 404 : isTakenBack ? 409 : 201, 'take back');
  if (told.status !== 201) return;
  if (from === null) model.narrow(post, []);
  else if ('circle' in from)
    model.narrow(
      post,
      [...post.circles].filter((id) => id !== from.circle),
    );
  else post.leftOut.set(from.who, Date.now());
  await afterNarrowing(cast, post);
  const after = knownReaders(cast, post);
  const receipt = Receipt.parse(cast.json(told));
  const lost = before.filter((who) => !after.includes(who)).length;
  assert.deepEqual(
    [receipt.people, receipt.devices !== null, receipt.letters.others !== null],
    [lost, receipt.isFinal && lost >= 3, receipt.isFinal && lost >= 3],
    `the receipt of ${post.id}`,
  );
};

/** Leaving single members out of a post, and taking it back. */
export const takingBackActs = {
  leaveOut: async ({ cast, act, whom }: Play): Promise<void> => {
    const { model } = cast;
    const post = nth(model.posts.values(), act.what);
    if (!post || post.author === whom || !model.isIn(post.author)) return;
    await (act.more % 4 === 0 ? undoLeaveOut(cast, post) : leaveOut(cast, post, whom));
  },
  takeBack: async ({ cast, act, whom }: Play): Promise<void> => {
    const { model } = cast;
    const post = nth(model.posts.values(), act.what);
    if (!post || !model.isIn(post.author)) return;
    const circle = nth(post.circles, act.whom);
    if (act.more % 8 === 0) await takeBack(cast, post, null);
    else if (act.more % 2 === 0 && circle !== undefined) await takeBack(cast, post, { circle });
    else if (whom !== post.author) await takeBack(cast, post, { who: whom });
  },
};
