import { useLocation, useSearchParams } from 'wouter';
import type { FeedSort } from '../../../contract/posts.ts';
import { go } from '../../navigation.ts';

/** What of the feed is shown, as it stands in the page's address. */
export interface FeedChoice {
  /** Null for all circles. */
  circleId: string | null;
  sort: FeedSort;
}

// Written out, so that the first screen does not load the schema library for three words; the type holds it complete.
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

/** The choice and how to change it: in the address, so that Back returns to the one before. */
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
