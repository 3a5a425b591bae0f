import type { Output } from '../../../../contract/endpoint.ts';
import * as posts from '../../../../contract/posts.ts';
import type { Post } from '../../../../contract/shapes.ts';
import { infiniteQueryFor } from '../../../data/query.ts';
import type { FeedChoice } from './feed-choice.ts';

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
