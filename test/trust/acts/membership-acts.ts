import type { Cast } from '../cast.ts';
import type { Who } from '../model-shapes.ts';
import { asOwner, expects, nth, type Play } from '../play.ts';

/** A suspended member has no profile, but stays among the members of a circle. */
const seesByName = ({ model }: Cast, viewer: Who, who: Who): boolean =>
  model.seesPerson(viewer, who) &&
  (model.isIn(who) ||
    [...model.circles.values()].some(
      (circle) => circle.members.has(who) && model.seesCircle(viewer, circle),
    ));

/** Marks on memberships: who keeps a circle, and whose face it sees. */
export const membershipActs = {
  nameKeepers: async (play: Play) => {
    const { cast, act, whom } = play;
    const { model } = cast;
    const circle = nth(model.circles.values(), act.what);
    if (!circle) return;
    const by = act.more % 5 === 0 ? play.who : circle.owner;
    if (!model.isIn(by)) return;
    const named =
      act.more % 4 === 0 ? [] : [...new Set([whom, nth(circle.members.keys(), act.more) ?? whom])];
    const told = await cast.send(by, 'PUT', `/api/circles/${circle.id}/keepers`, {
      userIds: named.map((one) => cast.actor(one).id),
    });
    const status = (): number => {
      const refused = asOwner({ ...play, who: by }, circle);
      if (refused !== null) return refused;
      if (circle.kind === 'private') return 409;
      if (named.includes(by)) return 409;
      if (named.some((one) => !seesByName(cast, by, one))) return 404;
      return named.every((one) => circle.members.has(one)) ? 200 : 409;
    };
    expects(told, status(), 'name keepers');
    if (told.status !== 200) return;
    for (const [who, member] of circle.members)
      member.keeps = named.includes(who) ? (member.keeps ?? model.next()) : null;
  },
  setFace: async ({ cast, act, who }: Play) => {
    const { model } = cast;
    const circle = nth(model.circles.values(), act.what);
    if (!circle) return;
    const shown = act.more % 3 > 0;
    const told = await cast.send(who, 'PUT', `/api/circles/${circle.id}/face`, { shown });
    const refused = circle.kind === 'private' ? 409 : 200;
    expects(told, model.seesCircle(who, circle) ? refused : 404, 'set face');
    const own = circle.members.get(who);
    if (told.status === 200 && own) own.shows = shown;
  },
};
