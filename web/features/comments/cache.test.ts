import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Comment } from '../../../contract/shapes.ts';
import { inReadingOrder } from './cache.ts';

const comment = (id: string): Comment => ({
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
  content: id,
  editedAt: null,
  createdAt: '2026-01-01T00:00:00Z',
  replyTo: null,
  isReplyToDeleted: false,
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
