import type { QueryClient } from '@tanstack/react-query';
import * as account from '../../contract/account.ts';
import * as posts from '../../contract/posts.ts';
import type { Post } from '../../contract/shapes.ts';
import { api } from './api.ts';
import { type Key, queryKey } from './query.ts';

/** The beginnings of all cache keys whose answers may contain posts. */
export const postsKey: Key = ['/api', 'posts'];

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isPost = (value: unknown): value is Post =>
  isRecord(value) && 'imageUrls' in value && 'commentsCount' in value;

/** Applies `change` to each array of the record. Returns `data` itself if nothing changed. */
const withArrays = (
  data: Record<string, unknown>,
  change: (array: unknown[]) => unknown,
): Record<string, unknown> => {
  const next = Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, Array.isArray(value) ? change(value) : value]),
  );
  return Object.entries(next).some(([name, value]) => value !== data[name]) ? next : data;
};

/**
 * Returns a cached answer with one post changed, wherever it occurs: alone, in an array, in a page, in pages of an
 * endless list. Parts without the post keep their identity, so that they do not render again.
 */
export const withChangedPost = (data: unknown, id: string, change: (post: Post) => Post): unknown => {
  if (isPost(data)) return data.id === id ? change(data) : data;
  if (Array.isArray(data)) {
    const next = data.map((entry) => withChangedPost(entry, id, change));
    return next.some((entry, index) => entry !== data[index]) ? next : data;
  }
  return isRecord(data) ? withArrays(data, (array) => withChangedPost(array, id, change)) : data;
};

/** Returns the cached answer with one post replaced. */
export const withPost = (data: unknown, post: Post): unknown => withChangedPost(data, post.id, () => post);

/** Returns the cached answer without one post, in whichever list it stands. */
export const withoutPost = (data: unknown, id: string): unknown => {
  if (Array.isArray(data)) {
    const next = data
      .filter((entry) => !(isPost(entry) && entry.id === id))
      .map((entry) => withoutPost(entry, id));
    return next.length < data.length || next.some((entry, index) => entry !== data[index]) ? next : data;
  }
  return isRecord(data) && !isPost(data) ? withArrays(data, (array) => withoutPost(array, id)) : data;
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
 * Changes cached posts locally. Only changed answers are written. A stale answer stays stale: writing to a query
 * otherwise marks it as fresh, and a list that is not on the screen would miss later changes.
 */
export const changeCached = (client: QueryClient, change: (data: unknown) => unknown): void => {
  for (const query of client.getQueryCache().findAll({ queryKey: postsKey })) {
    const before: unknown = query.state.data;
    const after = change(before);
    if (after === before) continue;
    const { isInvalidated, dataUpdatedAt } = query.state;
    client.setQueryData(query.queryKey, after, { updatedAt: dataUpdatedAt });
    if (isInvalidated) query.invalidate();
  }
};

/**
 * Fetch only this post and replace it in the lists: one like would otherwise refetch every loaded page of the feed.
 */
export const refreshPost = async (client: QueryClient, id: string): Promise<void> => {
  const lists = { queryKey: postsKey };
  if (!client.getQueriesData(lists).some(([, data]) => containsPost(data, id))) return;
  try {
    const post = await api(posts.get, { id });
    changeCached(client, (data) => withPost(data, post));
  } catch {
    // The post was deleted or is no longer visible to this member: refetch the lists.
    await client.invalidateQueries(lists);
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
