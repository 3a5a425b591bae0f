import { useLocation, useSearchParams } from 'wouter';
import type { Output } from '../../../../contract/endpoint.ts';
import * as posts from '../../../../contract/posts.ts';
import type { FeedSort } from '../../../../contract/posts.ts';
import type { Post } from '../../../../contract/shapes.ts';
import { infiniteQueryFor } from '../../../data/query.ts';

/** A page of any list of posts. */
export type PostPage = Output<typeof posts.ofMember>;

const inputOf = ({ circleId, sort }: FeedChoice) => ({
  ...(circleId !== null && { circleId }),
  ...(sort !== 'newest' && { sort }),
});

/** The pages of the feed for one choice of circle and order. */
export const feedOf = (choice: FeedChoice) =>
  infiniteQueryFor(posts.feed, (place) => ({ ...inputOf(choice), ...place }));

/** The pages of a member's posts. */
export const postsOfMember = (usernameOrId: string) =>
  infiniteQueryFor(posts.ofMember, (place) => ({ usernameOrId, ...place }));

/** Deduplicates posts: likes may move one to the next page while the member scrolls. */
export const postsOf = (pages: readonly PostPage[]): Post[] => [
  ...new Map(pages.flatMap((page) => page.items.map((post) => [post.id, post] as const))).values(),
];

/** The feed's filter and order, as in the page's URL. */
export interface FeedChoice {
  /** The id of the filtered circle; null for all circles. */
  circleId: string | null;
  sort: FeedSort;
}

export const homeRooms = ['moments', 'photos', 'albums'] as const;
export type HomeRoom = (typeof homeRooms)[number];

/** The room of Home and its choices, as in its URL. */
export interface HomeChoice extends FeedChoice {
  room: HomeRoom;
}

// The values are repeated here, so that the first screen does not load the schema library; the type checks that none
// is missing.
const sorts: Readonly<Record<FeedSort, true>> = { newest: true, oldest: true, popular: true };

const isFeedSort = (value: unknown): value is FeedSort =>
  typeof value === 'string' && Object.hasOwn(sorts, value);

const addressOf = (path: string, { room, circleId, sort }: HomeChoice): string => {
  const query = new URLSearchParams({
    ...(room !== 'moments' && { show: room }),
    ...(circleId !== null && { circleId }),
    ...(sort !== 'newest' && { sort }),
  }).toString();
  return query === '' ? path : `${path}?${query}`;
};

/** The choice with the addresses of others. They are in the URL, so that Back returns to the previous choice. */
export const useHomeChoice = (): [HomeChoice, (change: Partial<HomeChoice>) => string] => {
  const [path] = useLocation();
  const [search] = useSearchParams();
  const [sort, show] = [search.get('sort'), search.get('show')];
  const choice: HomeChoice = {
    room: homeRooms.find((room) => room === show) ?? 'moments',
    circleId: search.get('circleId') || null,
    sort: isFeedSort(sort) ? sort : 'newest',
  };
  return [choice, (change) => addressOf(path, { ...choice, ...change })];
};
