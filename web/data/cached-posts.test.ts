import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryClient } from '@tanstack/react-query';
import type { Post } from '../../contract/shapes.ts';
import { changeCached, postsKey } from './cached-posts.ts';
import { cachedPostIds, containsPost, dropUnseenPosts, withoutPost, withPost } from './refresh-posts.ts';

const post = (id: string, likesCount = 0): Post => ({
  id,
  authorId: 'a',
  author: {
    id: 'a',
    username: null,
    firstName: 'Ana',
    lastName: 'A',
    profileImageUrl: null,
    isVerified: true,
    byLetter: false,
  },
  kind: 'post',
  title: null,
  question: null,
  adds: 'author',
  photosCount: 0,
  content: '',
  imageUrls: [],
  images: [],
  voice: null,
  circles: [],
  likesCount,
  commentsCount: 0,
  isLiked: false,
  editedAt: null,
  mentions: [],
  createdAt: '2026-01-01T00:00:00Z',
});

test('a changed post is replaced in every cached list', async (t) => {
  const [one, two, changed] = [post('1'), post('2'), post('1', 5)];
  const table: [what: string, data: unknown, expected: unknown][] = [
    ['alone', one, changed],
    ['in a list', [two, one], [two, changed]],
    ['in a page', { items: [one], nextCursor: null }, { items: [changed], nextCursor: null }],
    [
      'in the pages of an endless list',
      { pages: [{ items: [two] }, { items: [one] }], pageParams: [null, 'c'] },
      { pages: [{ items: [two] }, { items: [changed] }], pageParams: [null, 'c'] },
    ],
    ['in a group', [{ circle: null, posts: [one] }], [{ circle: null, posts: [changed] }]],
  ];
  for (const [what, data, expected] of table) {
    await t.test(what, () => {
      assert.deepEqual(withPost(data, changed), expected);
      assert.ok(containsPost(data, '1'));
    });
  }
});

test('cached lists without the changed post stay the same object', () => {
  for (const data of [[post('2')], { items: [post('2')], nextCursor: null }, { count: 3 }, null, undefined]) {
    assert.equal(withPost(data, post('1')), data);
    assert.equal(containsPost(data, '1'), false);
  }
});

test('a deleted post is removed from every cached list, and nothing else moves', () => {
  const [one, two] = [post('1'), post('2')];
  const others = { items: [two] };
  const pages = { pages: [{ items: [two, one] }, others], pageParams: [null, 'c'] };
  assert.deepEqual(withoutPost(pages, '1'), { pages: [others, others], pageParams: [null, 'c'] });
  assert.equal(withoutPost(others, '1'), others);
});

test('a stale cached list stays stale when a post in it is changed locally', () => {
  const client = new QueryClient();
  const [feed, other] = [
    [...postsKey, 'feed'],
    [...postsKey, 'user', 'b'],
  ];
  client.setQueryData(feed, { items: [post('1')] });
  client.setQueryData(other, { items: [post('2')] });
  void client.invalidateQueries({ queryKey: postsKey });
  changeCached(client, (data) => withPost(data, post('1', 5)));
  assert.deepEqual(client.getQueryData(feed), { items: [post('1', 5)] });
  for (const key of [feed, other]) assert.equal(client.getQueryState(key)?.isInvalidated, true);
  client.clear();
});

// TRUTH-75
test('moments that a member no longer sees leave every cached answer', () => {
  const client = new QueryClient();
  client.setQueryData([...postsKey, 'feed', 'pages'], {
    pages: [{ items: [post('1'), post('2')] }],
    pageParams: [null],
  });
  client.setQueryData([...postsKey, '1'], post('1'));
  client.setQueryData([...postsKey, '1', 'comments'], { items: [{ content: 'Of 1' }] });
  assert.deepEqual(cachedPostIds(client), ['1', '2']);
  dropUnseenPosts(client, ['1']);
  assert.deepEqual(cachedPostIds(client), ['2']);
  assert.equal(client.getQueryData([...postsKey, '1', 'comments']), undefined);
});

test('photos of a post that is out of sight leave the timeline with it', () => {
  const client = new QueryClient();
  const key = ['/api', 'photos', 'window'];
  const photo = (id: string, postId: string) => ({ id, postId, variants: [] });
  client.setQueryData(key, { photos: [photo('a', '1'), photo('b', '2')] });
  assert.deepEqual(cachedPostIds(client), ['1', '2']);
  dropUnseenPosts(client, ['1']);
  assert.deepEqual(client.getQueryData(key), { photos: [photo('b', '2')] });
});
