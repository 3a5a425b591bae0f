import { queryOptions } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { limits } from '../../../contract/limits.ts';
import { type Everything, everything, type FoundKind, found, posts } from '../../../contract/search.ts';
import { go } from '../../app/navigation.ts';
import { api } from '../../data/api.ts';
import { postsKey } from '../../data/cached-posts.ts';
import { infiniteQueryFor, type Key } from '../../data/query.ts';

/** A search, as it stands in the address of the page. */
export interface SearchChoice {
  q: string;
  /** All that was found of one kind; null for the first ones of each kind. */
  show: FoundKind | null;
  /** Null for all circles. */
  circleId: string | null;
  /** Null for all years. */
  year: string | null;
}

export const addressOf = ({ q, show, circleId, year }: SearchChoice): string => {
  const params = new URLSearchParams({
    ...(q !== '' && { q }),
    ...(show !== null && { show }),
    ...(circleId !== null && { circleId }),
    ...(year !== null && { year }),
  });
  const query = params.toString();
  return query === '' ? '/search' : `/search?${query}`;
};

export const useSearchChoice = (): [SearchChoice, (change: Partial<SearchChoice>) => void] => {
  const [params] = useSearchParams();
  const choice = {
    q: params.get('q') ?? '',
    show: found.find((kind) => kind === params.get('show')) ?? null,
    circleId: params.get('circleId'),
    year: params.get('year'),
  };
  return [choice, (change) => go(addressOf({ ...choice, ...change }), { replace: true })];
};

/** Whether there are enough letters to search for. */
export const isSearchable = (q: string): boolean =>
  q.split(/[^\p{L}\p{N}\p{M}]+/u).some((word) => [...word].length >= limits.searchMin);

// No event announces that something has gone out of sight without having been on screen.
const staleTime = 30_000;

/** The results of a search: the first of each kind, or up to 50 of one. */
export const everythingFor = (q: string, kind: FoundKind | null) =>
  queryOptions<Everything, Error, Everything, Key>({
    // Under the key of moments, so that what makes these stale repeats the search.
    queryKey: [...postsKey, 'found', { q, ...(kind && { kind }) }],
    queryFn: ({ signal }) => api(everything, { q, ...(kind && { kind }) }, { signal }),
    staleTime,
  });

/** The pages of moments or albums that a search finds. */
export const searchFor = ({ q, circleId, year }: SearchChoice, kind: 'moments' | 'albums') => ({
  ...infiniteQueryFor(posts, (place) => ({
    q,
    kind,
    ...(circleId !== null && { circleId }),
    ...(year !== null && { year }),
    ...place,
  })),
  staleTime,
});
