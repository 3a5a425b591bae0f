import type { NotSeenReason } from '../../contract/audience/audience.ts';
import type { Model } from './model.ts';
import type { CircleModel, PostModel, Who } from './model-shapes.ts';

/** The readers of a post, as far as its author may know them (docs/decisions/0028). */
export interface Readers {
  named: Who[];
  unnamed: number;
  former: number | null;
  /**
   * False if a reader left a former circle and joined it again: the server also counts the earlier membership, if the
   * author was inside when it ended (TRUTH-27), and the model knows only the last one.
   */
  isFormerExact: boolean;
}

const circlesOf = (model: Model, post: PostModel): CircleModel[] =>
  [...post.circles].flatMap((id) => model.circles.get(id) ?? []);

const leftCircles = (model: Model, post: PostModel): CircleModel[] =>
  circlesOf(model, post).filter((circle) => !model.seesCircle(post.author, circle));

/** The author knows that the member lost the circle, or that the post was taken from its members. */
const knewOf = (model: Model, post: PostModel, who: Who, id: string): boolean => {
  const circle = model.circles.get(id);
  if (circle && model.seesCircle(post.author, circle)) return true;
  if (circle?.members.has(who)) return false;
  const last = model.lastInside.get(id);
  return (last?.get(post.author) ?? -1) >= (last?.get(who) ?? Infinity);
};

const formerReaders = (model: Model, post: PostModel): Who[] =>
  model.everybody.filter(
    (who) =>
      who !== post.author &&
      !model.seesPost(who, post) &&
      model.seesPerson(post.author, who) &&
      [...(post.saw.get(who) ?? [])].some((id) => post.circles.has(id) || knewOf(model, post, who, id)),
  );

export const readersOf = (model: Model, post: PostModel): Readers => {
  const { author } = post;
  const left = leftCircles(model, post);
  const named = model.everybody.filter(
    (who) =>
      who !== author &&
      model.seesPost(who, post) &&
      model.seesPerson(author, who) &&
      model.ways(who, post).some((way) => model.seesCircle(author, way)),
  );
  const unnamed = model.everybody.filter((who) =>
    left.some(({ members }) => post.number > (members.get(who)?.seesFrom ?? Infinity)),
  );
  return {
    named,
    unnamed: unnamed.length,
    former: unnamed.length > 0 ? null : formerReaders(model, post).length,
    isFormerExact: ![...post.saw].some(([who, ids]) =>
      [...ids].some((id) => !post.circles.has(id) && model.rejoined.has(`${id} ${who}`)),
    ),
  };
};

/** Somebody sees the member by name: on their profile, or in a circle. */
export const isFound = (model: Model, viewer: Who, whom: Who): boolean =>
  model.seesPerson(viewer, whom) &&
  (model.finds(viewer, whom) ||
    [...model.circles.values()].some(
      (circle) => model.seesCircle(viewer, circle) && circle.members.has(whom),
    ));

/** The author's knowledge of one member's sight: null if they see the post, 'missing' if the author does not see them. */
export const sightOf = (model: Model, post: PostModel, whom: Who): NotSeenReason | 'missing' | null => {
  const { author } = post;
  if (!isFound(model, author, whom)) return 'missing';
  if (readersOf(model, post).named.includes(whom)) return null;
  const left = leftCircles(model, post);
  const isInside = circlesOf(model, post).some((way) => !left.includes(way) && way.members.has(whom));
  const isUnsure = left.length > 0;
  if (post.leftOut.has(whom) && (isInside || !isUnsure)) return 'left_out';
  if (isUnsure) return 'unknown';
  return isInside ? 'came_later' : 'not_in_circles';
};

/** The author's posts that a member sees through circles that the author knows, newest first. */
export const visibleTo = (model: Model, author: Who, whom: Who): PostModel[] =>
  [...model.posts.values()]
    .filter((post) => post.author === author && readersOf(model, post).named.includes(whom))
    .toSorted((a, b) => b.number - a.number);
