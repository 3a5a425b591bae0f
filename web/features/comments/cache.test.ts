import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Comment } from '../../../contract/shapes.ts';
import { inReadingOrder } from './cache.ts';
import { threadsOf } from './cache.ts';

const comment = (id: string, more: Partial<Comment> = {}): Comment => ({
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
  content: id,
  voice: null,
  editedAt: null,
  photo: null,
  mentions: [],
  createdAt: '2026-01-01T00:00:00Z',
  replyTo: null,
  isReplyToDeleted: false,
  ...more,
});

test('cached comments are read oldest first, although the newest page is fetched first', () => {
  const pages = [
    { items: [comment('4'), comment('5')], nextCursor: 'c' },
    // Somebody wrote a comment between the two requests, so the fourth comment is on both pages.
    { items: [comment('2'), comment('3'), comment('4')], nextCursor: null },
  ];
  assert.deepEqual(
    inReadingOrder(pages).map(({ id }) => id),
    ['2', '3', '4', '5'],
  );
});

test('comments are grouped into threads, also where the first comment is on an earlier page', () => {
  const answer = (id: string, replyTo: string) => comment(id, { replyTo });
  const threads = threadsOf([
    answer('1b', '1'),
    comment('2'),
    answer('2a', '2'),
    comment('3', { isReplyToDeleted: true }),
    answer('2b', '2'),
  ]);
  assert.deepEqual(
    threads.map(({ first, answers }) => [first?.id, ...answers.map(({ id }) => id)]),
    [[undefined, '1b'], ['2', '2a', '2b'], ['3']],
  );
});
