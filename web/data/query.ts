import {
  type InfiniteData,
  infiniteQueryOptions,
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { type Endpoint, type Output, requestOf, type Sent } from '../../contract/endpoint.ts';
import { api, errorOf } from './api.ts';
import type { Answers } from './embedded.ts';
import { fetchRead } from './fetch-read.ts';

export type Key = readonly (string | Readonly<Record<string, unknown>>)[];

/**
 * Makes the cache key of a URL: the parts of its path, which joined by slashes are the path itself, then the query's
 * fields if there are any. So `['/api', 'posts']` matches everything about posts when it is refetched.
 */
const keyOf = (url: string): Key => {
  const [path = '', query] = url.split('?');
  const [, first = '', ...parts] = path.split('/');
  const key: Key = [`/${first}`, ...parts.map(decodeURIComponent)];
  return query === undefined ? key : [...key, Object.fromEntries(new URLSearchParams(query))];
};

/** The cache key of a call. */
export const queryKey = <E extends Endpoint>(endpoint: E, input: Sent<E>): Key =>
  keyOf(requestOf(endpoint, { ...input }).url);

/** The cache key of a list that is loaded page by page. */
const pagesKey = (key: Key): Key => [...key, 'pages'];

/** Returns the URL of a key: its parts joined by slashes, and a last object as the query. */
export const addressOf = (key: readonly unknown[]): string => {
  const last = key.at(-1);
  const fields = typeof last === 'object' && last !== null ? last : null;
  const [first = '', ...parts] = (fields ? key.slice(0, -1) : key).map(String);
  const path = [first, ...parts.map(encodeURIComponent)].join('/');
  return fields
    ? `${path}?${new URLSearchParams(Object.entries(fields).map(([k, v]) => [k, String(v)]))}`
    : path;
};

/** Loads the URL of a key. A 401 throws, or gives null where a visitor is an expected caller. */
const fetchByKey =
  (on401: 'throw' | 'null') =>
  async ({ queryKey, signal }: { queryKey: readonly unknown[]; signal?: AbortSignal }): Promise<unknown> => {
    const response = await fetchRead(addressOf(queryKey), signal);
    if (response.status === 401 && on401 === 'null') return null;
    const text = await response.text();
    if (!response.ok) throw await errorOf(response, text);
    return text === '' ? null : JSON.parse(text);
  };

/** The options of a query that reads one endpoint: `useQuery(reads(circles.get, { id }))`. */
export const queryFor = <E extends Endpoint>(endpoint: E, input: Sent<E>) =>
  queryOptions<Output<E>, Error, Output<E>, Key>({
    queryKey: queryKey(endpoint, input),
    queryFn: ({ signal }) => api(endpoint, input, { signal }),
  });

type Paged = Endpoint<z.ZodMiniObject, z.ZodMiniType<{ nextCursor: string | null }>>;

/** The options of an infinite list: its endpoint, and its parameters besides the cursor. */
export const infiniteQueryFor = <E extends Paged>(
  endpoint: E,
  inputAt: (place: { cursor?: string }) => Sent<E>,
) =>
  infiniteQueryOptions<Output<E>, Error, InfiniteData<Output<E>, string | null>, Key, string | null>({
    queryKey: pagesKey(queryKey(endpoint, inputAt({}))),
    queryFn: ({ pageParam, signal }) =>
      api(endpoint, inputAt(pageParam === null ? {} : { cursor: pageParam }), { signal }),
    initialPageParam: null,
    getNextPageParam: (page) => page.nextCursor,
  });

const isPage = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'nextCursor' in answer;

/** Puts answers into the cache that came inside the document. A list without a query begins an infinite one. */
export const seed = (client: QueryClient, answers: Answers): void => {
  for (const [url, answer] of Object.entries(answers)) {
    const key = keyOf(url);
    if (!url.includes('?') && isPage(answer))
      client.setQueryData(pagesKey(key), { pages: [answer], pageParams: [null] });
    else client.setQueryData(key, answer);
  }
};

/** By default nothing is refetched, becomes stale, or is retried automatically. */
export const queryDefaults = {
  queries: {
    queryFn: fetchByKey('throw'),
    refetchInterval: false,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  },
  // Offline a mutation fails with a message, instead of waiting under a busy button.
  mutations: { retry: false, networkMode: 'always' },
} as const;

/**
 * The rules for the current user: two retries a second apart, only when online; fresh for 5 minutes, cached for 30.
 */
export const sessionQueryOptions = {
  retry: 2,
  retryDelay: 1_000,
  networkMode: 'online',
  staleTime: 300_000,
  gcTime: 1_800_000,
} as const;

/** The interval (ms) in which the unread count is polled while the event stream is down. */
export const unreadPollMs = 30_000;

/**
 * The query client of the page; `onError` runs for every failed call, after the caller's own handler, and learns when a
 * mutation began, in epoch milliseconds.
 */
export const makeQueryClient = (onError: (error: unknown, begunAt?: number) => void): QueryClient =>
  new QueryClient({
    defaultOptions: queryDefaults,
    queryCache: new QueryCache({ onError: (error) => onError(error) }),
    // Use `onSettled`, which runs after the caller's own `onError`: the caller's toast would otherwise replace the
    // one about the lost session.
    mutationCache: new MutationCache({
      onSettled: (_data, error, _variables, _context, { state }) =>
        error ? onError(error, state.submittedAt) : undefined,
    }),
  });
