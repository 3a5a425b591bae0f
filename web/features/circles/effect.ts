import type { Circle } from '../../../contract/shapes.ts';
import { words } from '../../words/words.ts';

type Added = Pick<Circle, 'kind' | 'name' | 'showsEarlierPosts' | 'isContacts'>;

/**
 * Says what people who are added to a circle will see, and whether they are notified. Shown beside each such button.
 */
export const effectOf = ({ kind, name, showsEarlierPosts, isContacts }: Added): string => {
  const { shared, contacts, private: ownList } = words.circles.effect;
  if (kind === 'shared') return shared({ name, earlier: showsEarlierPosts });
  return isContacts ? contacts({ earlier: showsEarlierPosts }) : ownList({ earlier: showsEarlierPosts });
};
