import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as circles from '../../contract/circles.ts';
import * as posts from '../../contract/posts.ts';
import {
  addressOf,
  queryKey,
  makeQueryClient,
  queryDefaults,
  sessionQueryOptions,
  unreadPollMs,
} from './query.ts';

test('no query is refetched or retried automatically, except the current user and the notifications', async (t) => {
  const { queries, mutations } = queryDefaults;
  const table: [what: string, is: unknown, should: unknown][] = [
    ['no automatic refetch interval', queries.refetchInterval, false],
    ['no refetch on window focus', queries.refetchOnWindowFocus, false],
    ['data is never stale', queries.staleTime, Number.POSITIVE_INFINITY],
    ['queries are not tried again', queries.retry, false],
    ['mutations are not tried again', mutations.retry, false],
    ['the current user is tried two times more', sessionQueryOptions.retry, 2],
    ['one second apart', sessionQueryOptions.retryDelay, 1000],
    ['only when online', sessionQueryOptions.networkMode, 'online'],
    ['is fresh for five minutes', sessionQueryOptions.staleTime, 300_000],
    ['and kept for thirty', sessionQueryOptions.gcTime, 1_800_000],
    ['unread notifications are polled every 30 s', unreadPollMs, 30_000],
  ];
  for (const [what, is, should] of table) {
    await t.test(what, () => assert.equal(is, should));
  }
});

test('the query client uses the default options', () => {
  assert.deepEqual(makeQueryClient(() => {}).getDefaultOptions(), queryDefaults);
});

test('a query key is the split URL path, and can be joined to the URL again', async (t) => {
  const table: [what: string, key: readonly unknown[], parts: readonly unknown[], address: string][] = [
    ['a list', queryKey(circles.list, {}), ['/api', 'circles'], '/api/circles'],
    ['one thing', queryKey(circles.get, { id: 'a1' }), ['/api', 'circles', 'a1'], '/api/circles/a1'],
    [
      'an id is encoded',
      queryKey(circles.get, { id: 'a/b' }),
      ['/api', 'circles', 'a/b'],
      '/api/circles/a%2Fb',
    ],
    [
      'a query comes last',
      queryKey(posts.feed, { circleId: 'c1', sort: 'popular' }),
      ['/api', 'posts', 'feed', { circleId: 'c1', sort: 'popular' }],
      '/api/posts/feed?circleId=c1&sort=popular',
    ],
    [
      'an absent field is no query',
      queryKey(posts.feed, { circleId: undefined }),
      ['/api', 'posts', 'feed'],
      '/api/posts/feed',
    ],
  ];
  for (const [what, key, parts, address] of table) {
    await t.test(what, () => {
      assert.deepEqual(key, parts);
      assert.equal(addressOf(key), address);
    });
  }
});
