import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import type { Output } from '../../../contract/endpoint.ts';
import * as posts from '../../../contract/posts.ts';
import type { Post } from '../../../contract/shapes.ts';
import { api } from '../../api.ts';
import { firstPage, type Key, keyOf } from '../../query.ts';
import type { FeedChoice } from './feed-choice.ts';

type Page = Output<typeof posts.feed>;
/** A page of any list of posts. */
export type PostPage = Output<typeof posts.ofMember>;

const inputOf = ({ circleId, sort }: FeedChoice) => ({
  ...(circleId !== null && { circleId }),
  ...(sort !== 'newest' && { sort }),
});

/** The pages of the feed for one choice of circle and order. */
export const feedOf = (choice: FeedChoice) =>
  infiniteQueryOptions<Page, Error, InfiniteData<Page, string | null>, Key, string | null>({
    queryKey: [...keyOf(posts.feed, inputOf(choice)), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      api(posts.feed, { ...inputOf(choice), ...(pageParam !== null && { cursor: pageParam }) }, { signal }),
    initialPageParam: firstPage,
    getNextPageParam: (page) => page.nextCursor,
  });

/** The pages of a member's posts. */
export const postsOfMember = (usernameOrId: string) =>
  infiniteQueryOptions<PostPage, Error, InfiniteData<PostPage, string | null>, Key, string | null>({
    queryKey: [...keyOf(posts.ofMember, { usernameOrId }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      api(posts.ofMember, { usernameOrId, ...(pageParam !== null && { cursor: pageParam }) }, { signal }),
    initialPageParam: firstPage,
    getNextPageParam: (page) => page.nextCursor,
  });

/** Each post once: while somebody scrolls, likes may move one from a page to the next. */
export const postsOf = (pages: readonly PostPage[]): Post[] => [
  ...new Map(pages.flatMap((page) => page.items.map((post) => [post.id, post] as const))).values(),
];
