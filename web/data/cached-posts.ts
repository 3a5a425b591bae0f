import type { QueryClient, QueryFilters } from '@tanstack/react-query';
import type { Post } from '../../contract/shapes.ts';
import type { Key } from './query.ts';

/** The beginnings of all cache keys whose answers may contain posts. */
export const postsKey: Key = ['/api', 'posts'];

/** All cached answers that may contain posts, or photos of posts. */
export const withPosts: QueryFilters = {
  predicate: ({ queryKey: [, part] }) => part === 'posts' || part === 'photos',
};

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

export const isPost = (value: unknown): value is Post =>
  isRecord(value) && 'imageUrls' in value && 'commentsCount' in value;

/** Applies `change` to each array of the record. Returns `data` itself if nothing changed. */
export const withArrays = (
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

/**
 * Changes cached posts locally. Only changed answers are written. A stale answer stays stale: writing to a query
 * otherwise marks it as fresh, and a list that is not on the screen would miss later changes.
 */
export const changeCached = (client: QueryClient, change: (data: unknown) => unknown): void => {
  for (const query of client.getQueryCache().findAll(withPosts)) {
    const before: unknown = query.state.data;
    const after = change(before);
    if (after === before) continue;
    const { isInvalidated, dataUpdatedAt } = query.state;
    client.setQueryData(query.queryKey, after, { updatedAt: dataUpdatedAt });
    if (isInvalidated) query.invalidate();
  }
};
