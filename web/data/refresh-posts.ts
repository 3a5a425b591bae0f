// Separate from cached-posts.ts: the first screen only likes posts.
import type { QueryClient } from '@tanstack/react-query';
import * as account from '../../contract/account.ts';
import * as posts from '../../contract/posts.ts';
import type { Post } from '../../contract/shapes.ts';
import { api } from './api.ts';
import {
  changeCached,
  isPost,
  isRecord,
  postsKey,
  withArrays,
  withChangedPost,
  withPosts,
} from './cached-posts.ts';
import { queryKey } from './query.ts';

/** Returns the cached answer with one post replaced. What a list adds to its posts, such as found words, stays. */
export const withPost = (data: unknown, post: Post): unknown =>
  withChangedPost(data, post.id, (former) => ({ ...former, ...post }));

/** The id of the post, or of the post whose photo it is. */
const postIdOf = (entry: unknown): string | null => {
  if (isPost(entry)) return entry.id;
  return isRecord(entry) && 'variants' in entry && typeof entry['postId'] === 'string'
    ? entry['postId']
    : null;
};

/** Returns the cached answer without one post and its photos, in whichever list they stand. */
export const withoutPost = (data: unknown, id: string): unknown => {
  if (Array.isArray(data)) {
    const next = data.filter((entry) => postIdOf(entry) !== id).map((entry) => withoutPost(entry, id));
    return next.length < data.length || next.some((entry, index) => entry !== data[index]) ? next : data;
  }
  return isRecord(data) && !isPost(data) ? withArrays(data, (array) => withoutPost(array, id)) : data;
};

const postIdsIn = (data: unknown): string[] => {
  const id = postIdOf(data);
  if (id !== null) return [id];
  if (Array.isArray(data)) return data.flatMap(postIdsIn);
  return isRecord(data)
    ? Object.values(data).flatMap((value) => (Array.isArray(value) ? postIdsIn(value) : []))
    : [];
};

/** The ids of all posts in cached answers, and of those whose photos are there. */
export const cachedPostIds = (client: QueryClient): string[] => [
  ...new Set(client.getQueriesData(withPosts).flatMap(([, data]) => postIdsIn(data))),
];

/** Removes posts that the member no longer sees from every cached answer. A page that shows one asks again. */
export const dropUnseenPosts = (client: QueryClient, ids: readonly string[]): void => {
  for (const id of ids) {
    changeCached(client, (data) => withoutPost(data, id));
    void client.resetQueries({ queryKey: queryKey(posts.get, { id }) });
  }
};

/** Whether a cached answer holds the post at all. */
export const containsPost = (data: unknown, id: string): boolean => {
  if (isPost(data)) return data.id === id;
  if (Array.isArray(data)) return data.some((entry) => containsPost(entry, id));
  return (
    isRecord(data) && Object.values(data).some((value) => Array.isArray(value) && containsPost(value, id))
  );
};

/**
 * Fetch only this post and replace it in the lists: one like would otherwise refetch every loaded page of the feed.
 */
export const refreshPost = async (client: QueryClient, id: string): Promise<void> => {
  if (!client.getQueriesData(withPosts).some(([, data]) => containsPost(data, id))) return;
  try {
    const post = await api(posts.get, { id });
    changeCached(client, (data) => withPost(data, post));
  } catch {
    // The post was deleted or is no longer visible to this member: refetch the lists.
    await client.invalidateQueries(withPosts);
  }
};

/** Refetches after a post was added or deleted: every list that may hold it, notifications, and the member's counts. */
export const refreshPosts = (client: QueryClient): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries({ queryKey: postsKey }),
    client.invalidateQueries({ queryKey: queryKey(account.stats, {}) }),
    client.invalidateQueries({ queryKey: ['/api', 'notifications'] }),
  ]);

/** Removes a deleted post from every cached list without a refetch. */
export const dropPost = (client: QueryClient, id: string): void => {
  client.removeQueries({ queryKey: queryKey(posts.get, { id }) });
  changeCached(client, (data) => withoutPost(data, id));
  void refreshPosts(client);
};
