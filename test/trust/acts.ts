import * as fc from 'fast-check';
import { afterNarrowing, albumActs, removePost } from './acts/album-acts.ts';
import { type Cast, formOf, word } from './cast.ts';
import { conversationActs } from './acts/conversation-acts.ts';
import { beginPauses, deliveryActs } from './acts/delivery-acts.ts';
import { type CircleModel, runs, type Who } from './model-shapes.ts';
import { membershipActs } from './acts/membership-acts.ts';
import { asOwner, type Drawn, expects, nth, type Play } from './play.ts';
import { noteQuestions, questionActs } from './acts/question-acts.ts';
import { takingBackActs } from './acts/taking-back-acts.ts';

// All actions that grant or revoke sight.
const weights = {
  makeCircle: 3,
  deleteCircle: 1,
  addMember: 10,
  removeMember: 4,
  leave: 2,
  handOver: 2,
  nameKeepers: 4,
  setFace: 6,
  editCircle: 2,
  setPriority: 1,
  choose: 7,
  see: 3,
  letters: 4,
  endPause: 6,
  block: 2,
  unblock: 3,
  mute: 2,
  unmute: 2,
  post: 10,
  makeAlbum: 5,
  addPhoto: 7,
  takeOutPhoto: 3,
  deletePost: 3,
  narrowPost: 2,
  leaveOut: 3,
  takeBack: 3,
  comment: 12,
  editPost: 2,
  editComment: 3,
  deleteComment: 2,
  unfollow: 1,
  follow: 1,
  readAll: 2,
  like: 4,
  ask: 5,
  answer: 4,
  decline: 2,
  unlike: 2,
  invite: 3,
  accept: 4,
  withdraw: 1,
  suspend: 1,
  ban: 1,
  restore: 3,
} as const;
type Kind = keyof typeof weights;

/** Actions name people and objects by their position among the existing ones, so that a history can be shortened. */
export interface Act extends Drawn {
  kind: Kind;
}

const isKind = (name: string): name is Kind => Object.hasOwn(weights, name);
const kinds = Object.keys(weights).filter(isKind);

export const anyAct: fc.Arbitrary<Act> = fc.record({
  kind: fc.oneof(...kinds.map((kind) => ({ weight: weights[kind], arbitrary: fc.constant(kind) }))),
  who: fc.nat(255),
  whom: fc.nat(255),
  what: fc.nat(255),
  more: fc.nat(255),
});

const maxCircles = 6;
const maxPosts = 14;

// Members of the circle know its name, and so do people whom its present owner invited to a shared circle.
const mayNameCircle = ({ model }: Cast, viewer: Who, id: string): boolean => {
  const circle = model.circles.get(id);
  if (!circle) return false;
  const invited = [...model.invitations.values()].some(
    (invitation) =>
      invitation.circle === id &&
      circle.kind === 'shared' &&
      invitation.acceptedBy === null &&
      runs(invitation.inviter, circle) &&
      model.opens(viewer, invitation),
  );
  const sharedThere = [...model.posts.values()].some(
    (post) => post.author === viewer && post.circles.has(id),
  );
  return invited || sharedThere || model.seesCircle(viewer, circle);
};

/** Like `asOwner`, for what keepers may do, too. */
const asRunner = ({ cast, who }: Play, circle: CircleModel): number | null => {
  if (!cast.model.seesCircle(who, circle)) return 404;
  return runs(who, circle) ? null : 403;
};

const takeMember = async (play: Play, circle: CircleModel, target: Who): Promise<void> => {
  const { cast, who } = play;
  const { model } = cast;
  const told = await cast.send(who, 'DELETE', `/api/circles/${circle.id}/members/${cast.actor(target).id}`);
  const status = (): number => {
    if (!model.seesCircle(who, circle)) return 404;
    if (target !== who && !runs(who, circle)) return 403;
    if (!circle.members.has(target)) return 404;
    if (target === circle.owner) return 409;
    return target !== who && circle.owner !== who && runs(target, circle) ? 403 : 204;
  };
  expects(told, status(), 'remove');
  if (told.status === 204) model.takeOut(circle, target);
};

const moderate = async ({ cast, whom }: Play, action: 'suspend' | 'ban' | 'restore'): Promise<void> => {
  const { model } = cast;
  const person = model.person(whom);
  const told = await cast.asChief('PUT', `/api/admin/members/${cast.actor(whom).id}`, { action });
  expects(told, action === 'suspend' && person.banned ? 409 : 200, action);
  if (told.status !== 200) return;
  if (action === 'suspend') person.suspended = true;
  else if (action === 'restore') model.restore(whom);
  else if (!person.banned) model.ban(whom);
  if (action === 'restore') await cast.comeBack(whom);
};

/** The owner, or one of the keepers. */
const runnerOf = (circle: CircleModel, more: number): Who =>
  nth(
    [circle.owner, ...[...circle.members.keys()].filter((who) => who !== circle.owner && runs(who, circle))],
    more,
  ) ?? circle.owner;

/** Members stand in the order of joining, which is stored in milliseconds: what was done before was done earlier. */
const nextMillisecond = () => {
  const now = Date.now();
  while (Date.now() <= now);
};

// Without large circles no conversation has three people.
const addEverybody = async (cast: Cast, owner: Who, id: string): Promise<void> => {
  const circle = cast.model.circles.get(id);
  for (const whom of cast.model.everybody) {
    if (!circle || whom === owner || !cast.model.finds(owner, whom)) continue;
    nextMillisecond();
    const told = await cast.send(owner, 'POST', `/api/circles/${id}/members`, {
      userId: cast.actor(whom).id,
    });
    expects(told, 201, 'add everybody');
    cast.model.add(circle, whom, owner);
  }
};

const plays: Readonly<Record<Kind, (play: Play) => Promise<void>>> = {
  makeCircle: async ({ cast, act, who }) => {
    const { model } = cast;
    const made = [...model.circles.values()].filter(({ isContacts }) => !isContacts);
    if (made.length >= maxCircles) return;
    const kind = act.more % 3 === 0 ? 'private' : 'shared';
    const showsEarlier = act.what % 2 === 0;
    const lettersCarry = act.more % 2 === 0 ? 'names' : 'content';
    const name = `c${made.length} ${word()}`;
    const told = await cast.send(who, 'POST', '/api/circles', {
      name,
      kind,
      showsEarlierPosts: showsEarlier,
      lettersCarry,
    });
    expects(told, 201, 'make');
    const id = String(cast.json(told)['id']);
    const own = model.membership({ seesFrom: 0, addedBy: who });
    cast.hides(name, (viewer) => mayNameCircle(cast, viewer, id));
    model.circles.set(id, {
      id,
      name,
      owner: who,
      kind,
      isContacts: false,
      showsEarlier,
      lettersCarry,
      members: new Map([[who, own]]),
    });
    if (act.whom % 2 === 0) await addEverybody(cast, who, id);
  },
  deleteCircle: async (play) => {
    const { cast, act, who } = play;
    const circle = nth(cast.model.circles.values(), act.what);
    if (!circle) return;
    const told = await cast.send(who, 'DELETE', `/api/circles/${circle.id}`);
    expects(told, asOwner(play, circle) ?? (circle.isContacts ? 409 : 204), 'delete circle');
    if (told.status === 204) cast.model.removeCircle(circle);
  },
  addMember: async (play) => {
    const { cast, act, who, whom } = play;
    const circle = nth(cast.model.circles.values(), act.what);
    if (!circle) return;
    // Mostly the owner or a keeper adds the member; sometimes somebody who may not.
    const by = act.more % 4 === 0 ? who : runnerOf(circle, act.more);
    if (!cast.model.isIn(by)) return;
    const told = await cast.send(by, 'POST', `/api/circles/${circle.id}/members`, {
      userId: cast.actor(whom).id,
    });
    const refused = asRunner({ ...play, who: by }, circle);
    if (refused !== null) return expects(told, refused, 'add');
    if (!cast.model.finds(by, whom) || cast.model.apart(circle.owner, whom)) return expects(told, 404, 'add');
    expects(told, circle.members.has(whom) ? 200 : 201, 'add');
    cast.model.add(circle, whom, by);
  },
  removeMember: async (play) => {
    const circle = nth(play.cast.model.circles.values(), play.act.what);
    if (!circle) return;
    const target = play.act.more % 2 === 0 ? play.whom : nth(circle.members.keys(), play.act.more);
    const by = play.act.more % 3 === 0 ? play.who : runnerOf(circle, play.act.more);
    if (target !== undefined && play.cast.model.isIn(by))
      await takeMember({ ...play, who: by }, circle, target);
  },
  leave: async (play) => {
    const mine = [...play.cast.model.circles.values()].filter(({ members }) => members.has(play.who));
    const circle = nth(mine, play.act.what);
    if (circle) await takeMember(play, circle, play.who);
  },
  handOver: async (play) => {
    const { cast, act, whom } = play;
    const { model } = cast;
    const circle = nth(model.circles.values(), act.what);
    if (!circle) return;
    const by = act.more % 3 === 0 ? play.who : circle.owner;
    if (!model.isIn(by)) return;
    const told = await cast.send(by, 'PUT', `/api/circles/${circle.id}/owner`, {
      userId: cast.actor(whom).id,
    });
    const status = (): number => {
      const refused = asOwner({ ...play, who: by }, circle);
      if (refused !== null) return refused;
      if (circle.kind === 'private') return 409;
      if (!model.finds(by, whom)) return 404;
      return circle.members.has(whom) ? 200 : 409;
    };
    expects(told, status(), 'hand over');
    if (told.status !== 200) return;
    circle.owner = whom;
    const heir = circle.members.get(whom);
    if (heir) heir.keeps = null;
  },
  editCircle: async (play) => {
    const { cast, act, who } = play;
    const circle = nth(cast.model.circles.values(), act.what);
    if (!circle) return;
    const showsEarlierPosts = act.more % 2 === 0;
    const lettersCarry = act.whom % 2 === 0 ? 'names' : 'content';
    const told = await cast.send(who, 'PUT', `/api/circles/${circle.id}`, {
      name: circle.name,
      showsEarlierPosts,
      lettersCarry,
    });
    expects(told, asOwner(play, circle) ?? 200, 'edit');
    if (told.status === 200) Object.assign(circle, { showsEarlier: showsEarlierPosts, lettersCarry });
  },
  setPriority: async ({ cast, act, who }) => {
    const circle = nth(cast.model.circles.values(), act.what);
    if (!circle) return;
    const priority = act.more % 5;
    const told = await cast.send(who, 'PUT', `/api/circles/${circle.id}/priority`, { priority });
    expects(told, cast.model.seesCircle(who, circle) ? 200 : 404, 'priority');
    const own = circle.members.get(who);
    if (told.status === 200 && own) own.priority = priority;
  },
  block: async ({ cast, who, whom }) => {
    const { model } = cast;
    const told = await cast.send(who, 'POST', `/api/users/${cast.actor(whom).id}/block`);
    if (who === whom) return expects(told, 409, 'block');
    if (model.person(who).blocks.has(whom)) return expects(told, 204, 'block');
    expects(told, model.finds(who, whom) ? 204 : 404, 'block');
    if (told.status === 204) model.block(who, whom);
  },
  unblock: async ({ cast, act, who, whom }) => {
    const { blocks } = cast.model.person(who);
    const other = act.more % 3 === 0 ? whom : (nth(blocks, act.more) ?? whom);
    const told = await cast.send(who, 'DELETE', `/api/users/${cast.actor(other).id}/block`);
    expects(told, blocks.delete(other) ? 204 : 404, 'unblock');
  },
  mute: async ({ cast, who, whom }) => {
    const told = await cast.send(who, 'POST', `/api/users/${cast.actor(whom).id}/mute`);
    if (who === whom) return expects(told, 409, 'mute');
    expects(told, cast.model.finds(who, whom) ? 204 : 404, 'mute');
    if (told.status === 204) cast.model.person(who).mutes.add(whom);
  },
  unmute: async ({ cast, act, who, whom }) => {
    const { mutes } = cast.model.person(who);
    const other = nth(mutes, act.more) ?? whom;
    const told = await cast.send(who, 'DELETE', `/api/users/${cast.actor(other).id}/mute`);
    expects(told, cast.model.finds(who, other) ? 204 : 404, 'unmute');
    if (told.status === 204) mutes.delete(other);
  },
  post: async ({ cast, act, who }) => {
    const { model } = cast;
    if (model.posts.size >= maxPosts) return;
    const known = [...model.circles.values()].filter((circle) => model.seesCircle(who, circle));
    // Sometimes the post goes to a circle that its author may not know of.
    const from = act.more % 8 === 0 ? [...model.circles.values()] : known;
    const chosen = [...new Set([nth(from, act.what), nth(from, act.whom)])].flatMap((circle) => circle ?? []);
    const photo = act.more % 3 === 0 ? await cast.uploads(who) : null;
    const voice = act.more % 5 === 0 ? await cast.records(who) : null;
    const others = model.everybody.filter((one) => one !== who && model.seesPerson(who, one));
    const readers = new Set(others.filter((one) => chosen.some(({ members }) => members.has(one))));
    const mentions = cast.mentioned(act);
    const fields = {
      content: word(),
      circleIds: JSON.stringify(chosen.map(({ id }) => id)),
      mentions: JSON.stringify(cast.idsOf(mentions)),
      ...(photo !== null && { photoIds: JSON.stringify([photo.id]) }),
      ...(voice !== null && { voiceId: voice }),
    };
    const told = await cast.send(who, 'POST', '/api/posts', formOf(fields));
    const isKnown = chosen.every((circle) => model.seesCircle(who, circle));
    expects(told, isKnown && mentions.isSubsetOf(readers) ? 201 : 404, 'post');
    if (told.status !== 201) return;
    const id = String(cast.json(told)['id']);
    const post = {
      ...model.freshPost({ id, author: who, content: fields.content }),
      circles: new Set(chosen.map((circle) => circle.id)),
      carried: new Set(
        chosen.flatMap(({ id: key, lettersCarry }) => (lettersCarry === 'content' ? [key] : [])),
      ),
      mentions,
      photos: photo === null ? [] : [photo],
      voice,
    };
    model.posts.set(id, post);
    beginPauses(cast, post);
    await cast.extendsPause();
    cast.hides(fields.content, (viewer) => model.posts.has(id) && model.seesPost(viewer, post));
  },
  deletePost: async ({ cast, act, who }) => {
    const { model } = cast;
    const post = nth(model.posts.values(), act.what);
    if (!post) return;
    const by = act.more % 3 === 0 || !model.isIn(post.author) ? who : post.author;
    const told = await cast.send(by, 'DELETE', `/api/posts/${post.id}`);
    expects(told, !model.seesPost(by, post) ? 404 : post.author === by ? 204 : 403, 'delete post');
    if (told.status === 204) await removePost(cast, post);
  },
  narrowPost: async ({ cast, act, who }) => {
    const { model } = cast;
    const post = nth(model.posts.values(), act.what);
    if (!post) return;
    const by = act.more % 3 === 0 || !model.isIn(post.author) ? who : post.author;
    const kept = nth(act.more % 5 === 0 ? model.circles.keys() : post.circles, act.whom);
    const circleIds = kept === undefined ? [] : [kept];
    const told = await cast.send(by, 'PATCH', `/api/posts/${post.id}`, { circleIds });
    const status = (): number => {
      if (!model.seesPost(by, post)) return 404;
      if (post.author !== by) return 403;
      const circle = model.circles.get(kept ?? '');
      if (!circle) return 400;
      if (post.circles.has(circle.id)) return 200;
      return model.seesCircle(by, circle) ? 409 : 404;
    };
    expects(told, status(), 'narrow');
    if (told.status !== 200) return;
    model.narrow(post, circleIds);
    await afterNarrowing(cast, post);
  },
  ...membershipActs,
  ...albumActs,
  ...takingBackActs,
  ...conversationActs,
  ...questionActs,
  ...deliveryActs,
  like: async ({ cast, act, who }) => {
    const post = nth(cast.model.posts.values(), act.what);
    if (!post) return;
    const told = await cast.send(who, 'POST', `/api/posts/${post.id}/like`);
    expects(told, cast.model.seesPost(who, post) ? 200 : 404, 'like');
    if (told.status === 200 && !post.likes.has(who)) post.likes.set(who, cast.model.sharedCircles(who, post));
  },
  unlike: async ({ cast, act, who }) => {
    const post = nth(cast.model.posts.values(), act.what);
    if (!post) return;
    const told = await cast.send(who, 'DELETE', `/api/posts/${post.id}/like`);
    expects(told, cast.model.seesPost(who, post) ? 200 : 404, 'unlike');
    if (told.status === 200) post.likes.delete(who);
  },
  invite: async (play) => {
    const { cast, act, whom } = play;
    const { model } = cast;
    const circle = nth(model.circles.values(), act.what);
    if (!circle) return;
    const by = act.more % 4 === 0 ? play.who : runnerOf(circle, act.more);
    if (!model.isIn(by)) return;
    const { email } = cast.actor(whom);
    const told = await cast.send(by, 'POST', `/api/circles/${circle.id}/invitations`, { email });
    expects(told, asRunner({ ...play, who: by }, circle) ?? 201, 'invite');
    if (told.status !== 201) return;
    const id = String(cast.json(told)['id']);
    const withdrawn = false;
    model.invitations.set(id, { id, inviter: by, to: whom, circle: circle.id, acceptedBy: null, withdrawn });
  },
  accept: async ({ cast, act, who }) => {
    const { model } = cast;
    const invitation = nth(model.invitations.values(), act.what);
    if (!invitation) return;
    const by = act.more % 4 === 0 || !model.isIn(invitation.to) ? who : invitation.to;
    const told = await cast.send(by, 'POST', `/api/invites/${invitation.id}/accept`);
    if (!model.opens(by, invitation)) return expects(told, 404, 'accept');
    if (invitation.inviter === by) return expects(told, 409, 'accept');
    const circle = model.circles.get(invitation.circle);
    const joins = invitation.acceptedBy === null && circle && runs(invitation.inviter, circle);
    if (joins && model.apart(circle.owner, by)) return expects(told, 404, 'accept');
    expects(told, 200, 'accept');
    if (invitation.acceptedBy !== null) return;
    invitation.acceptedBy = by;
    if (joins) model.add(circle, by, invitation.inviter);
  },
  withdraw: async ({ cast, act, who }) => {
    const { model } = cast;
    const invitation = nth(model.invitations.values(), act.what);
    if (!invitation) return;
    const told = await cast.send(who, 'DELETE', `/api/invites/${invitation.id}`);
    const circle = model.circles.get(invitation.circle);
    const isTheirs = invitation.inviter === who || (circle !== undefined && runs(who, circle));
    const isOpen = isTheirs && invitation.acceptedBy === null;
    expects(told, isOpen ? 204 : 404, 'withdraw');
    if (isOpen) model.invitations.delete(invitation.id);
  },
  suspend: (play) => moderate(play, 'suspend'),
  ban: (play) => moderate(play, 'ban'),
  restore: async (play) => {
    // Prefer suspended and banned people.
    const out = play.cast.model.everybody.filter((who) => !play.cast.model.isIn(who));
    await moderate({ ...play, whom: nth(out, play.act.more) ?? play.whom }, 'restore');
  },
};

/** Runs one action, compares the answer's status with the model, and updates the model. */
export const play = async (cast: Cast, act: Act): Promise<void> => {
  nextMillisecond();
  const [who, whom] = [act.who % cast.actors.length, act.whom % cast.actors.length];
  const byChief = act.kind === 'suspend' || act.kind === 'ban' || act.kind === 'restore';
  if (!byChief && !cast.model.isIn(who)) {
    const told = await cast.send(who, 'GET', '/api/circles');
    return expects(told, 401, 'somebody who is out');
  }
  await plays[act.kind]({ cast, act, who, whom });
  cast.model.note();
  noteQuestions(cast);
};
