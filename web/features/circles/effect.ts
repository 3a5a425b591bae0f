import type { Circle } from '../../../contract/shapes.ts';
import { words } from '../../words/words.ts';

/** What a person who is added to a circle will be able to see; stands beside each button that adds one. */
export const effectOf = (circle: Pick<Circle, 'kind' | 'name' | 'showsEarlierPosts'>): string =>
  circle.kind === 'shared'
    ? words.circles.effect.shared(circle.name, circle.showsEarlierPosts)
    : words.circles.effect.private(circle.showsEarlierPosts);
