import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Post } from '../contract/shapes.ts';
import { holdsPost, withPost } from './live-posts.ts';

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
  },
  content: '',
  imageUrls: [],
  images: [],
  circles: [],
  likesCount,
  commentsCount: 0,
  isLiked: false,
  createdAt: '2026-01-01T00:00:00Z',
});

test('a changed post takes its place wherever it is shown', async (t) => {
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
      assert.ok(holdsPost(data, '1'));
    });
  }
});

test('what does not hold the post stays the same object', () => {
  for (const data of [[post('2')], { items: [post('2')], nextCursor: null }, { count: 3 }, null, undefined]) {
    assert.equal(withPost(data, post('1')), data);
    assert.equal(holdsPost(data, '1'), false);
  }
});
