import type { When } from '../../contract/delivery.ts';
import { expects, nth, type Play } from './play.ts';

const times: readonly When[] = ['now', 'evening', 'sunday', 'never'];

/** Choices of when moments reach a member, and moments that were on screen. */
export const deliveryActs = {
  choose: async ({ cast, act, who }: Play): Promise<void> => {
    const { model } = cast;
    const when = nth(times, act.more) ?? 'evening';
    const circle = act.whom % 3 === 0 ? null : nth(model.circles.values(), act.what);
    if (circle === undefined) return;
    const circleId = circle?.id ?? null;
    const told = await cast.send(who, 'PUT', '/api/delivery', { circles: [{ circleId, when }] });
    expects(told, circle === null || model.seesCircle(who, circle) ? 200 : 404, 'choose');
    if (told.status !== 200) return;
    const membership = circle?.members.get(who);
    if (circle === null) model.person(who).sharedDelivery = when;
    else if (membership) membership.delivery = when;
  },
  // The answer is the same for posts out of sight.
  see: async ({ cast, act, who }: Play): Promise<void> => {
    const post = nth(cast.model.posts.values(), act.what);
    if (!post) return;
    expects(await cast.send(who, 'PUT', '/api/seen', { postIds: [post.id] }), 204, 'see');
  },
} satisfies Record<string, (play: Play) => Promise<void>>;
