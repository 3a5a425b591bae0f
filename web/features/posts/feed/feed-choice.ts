import { useLocation, useSearchParams } from 'wouter';
import type { FeedSort } from '../../../../contract/posts.ts';
import { go } from '../../../app/navigation.ts';

/** The feed's filter and order, as in the page's URL. */
export interface FeedChoice {
  /** Null for all circles. */
  circleId: string | null;
  sort: FeedSort;
}

// Spelled out, so that the first screen does not load the schema library; the type checks that it is complete.
const sorts: Readonly<Record<FeedSort, true>> = { newest: true, oldest: true, popular: true };

const isFeedSort = (value: unknown): value is FeedSort =>
  typeof value === 'string' && Object.hasOwn(sorts, value);

const addressOf = (path: string, { circleId, sort }: FeedChoice): string => {
  const query = new URLSearchParams({
    ...(circleId !== null && { circleId }),
    ...(sort !== 'newest' && { sort }),
  }).toString();
  return query === '' ? path : `${path}?${query}`;
};

/** The choice and its setter. It lives in the URL, so that Back returns to the previous choice. */
export const useFeedChoice = (): [FeedChoice, (change: Partial<FeedChoice>) => void] => {
  const [path] = useLocation();
  const [search] = useSearchParams();
  const sort = search.get('sort');
  const choice: FeedChoice = {
    circleId: search.get('circleId') || null,
    sort: isFeedSort(sort) ? sort : 'newest',
  };
  return [choice, (change) => go(addressOf(path, { ...choice, ...change }))];
};
