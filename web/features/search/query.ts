import { useSearchParams } from 'wouter';
import { limits } from '../../../contract/limits.ts';
import { type FoundPost, posts } from '../../../contract/search.ts';
import { go } from '../../app/navigation.ts';
import { infiniteQueryFor } from '../../data/query.ts';

/** A search, as it stands in the address of the page. */
export interface SearchChoice {
  q: string;
  /** Null for all circles. */
  circleId: string | null;
  /** Null for all years. */
  year: string | null;
}

const addressOf = ({ q, circleId, year }: SearchChoice): string => {
  const params = new URLSearchParams({
    ...(q !== '' && { q }),
    ...(circleId !== null && { circleId }),
    ...(year !== null && { year }),
  });
  const query = params.toString();
  return query === '' ? '/search' : `/search?${query}`;
};

export const useSearchChoice = (): [SearchChoice, (change: Partial<SearchChoice>) => void] => {
  const [params] = useSearchParams();
  const choice = { q: params.get('q') ?? '', circleId: params.get('circleId'), year: params.get('year') };
  return [choice, (change) => go(addressOf({ ...choice, ...change }), { replace: true })];
};

/** Whether there are enough letters to search for. */
export const isSearchable = (q: string): boolean =>
  q.split(/[^\p{L}\p{N}\p{M}]+/u).some((word) => [...word].length >= limits.searchMin);

/** The pages of moments that a search finds. */
export const searchFor = ({ q, circleId, year }: SearchChoice) =>
  infiniteQueryFor(posts, (place) => ({
    q,
    ...(circleId !== null && { circleId }),
    ...(year !== null && { year }),
    ...place,
  }));

/** Moments of one year, newest first. */
export interface FoundYear {
  year: string;
  posts: FoundPost[];
}

export const byYear = (found: readonly FoundPost[]): FoundYear[] => {
  const years: FoundYear[] = [];
  for (const post of found) {
    const year = String(new Date(post.createdAt).getFullYear());
    const last = years.at(-1);
    if (last?.year === year) last.posts.push(post);
    else years.push({ year, posts: [post] });
  }
  return years;
};
