import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Notification } from '../../../contract/shapes.ts';
import { entriesOf } from './entries.ts';

const personOf = (firstName: string) => ({
  id: firstName,
  username: null,
  firstName,
  lastName: '',
  profileImageUrl: null,
  isVerified: false,
  byLetter: false,
});

const news = (
  kind: string,
  hour: number,
  more: { by?: string; url?: string; isRead?: boolean } = {},
): Notification => ({
  id: `${kind} ${hour}`,
  kind,
  actor: more.by === undefined ? null : personOf(more.by),
  title: `Said by the server at ${hour}`,
  message: '',
  isRead: more.isRead ?? true,
  createdAt: new Date(Date.UTC(2026, 10, 20, hour)).toISOString(),
  actionUrl: more.url ?? '/post/1',
  actionText: null,
  quote: null,
  photo: null,
  circle: null,
});

const titlesOf = (items: readonly Notification[]) => entriesOf(items).map(({ title }) => title);

test('comments on one moment within a day are one entry, which names two people and counts the others', () => {
  const comments = ['Ruth', 'Teo', 'Ruth', 'Ana'].map((by, at) => news('comment', 40 - at, { by }));
  assert.deepEqual(titlesOf(comments.slice(0, 3)), ['Ruth and Teo commented on your moment']);
  assert.deepEqual(titlesOf(comments), ['Ruth and 2 others commented on your moment']);
  assert.deepEqual(titlesOf(comments.slice(2, 3)), ['Said by the server at 38']);
  const [entry] = entriesOf([...comments, news('comment', 20, { by: 'Ana', isRead: false })]);
  assert.equal(entry?.isRead, false);
  assert.equal(entry.ids.length, 5);
  assert.equal(entry.newest, comments[0]);
});

test('comments on another moment, of another day or of one person keep the words of the server', () => {
  const other = [news('comment', 40, { by: 'Ruth' }), news('comment', 39, { by: 'Teo', url: '/post/2' })];
  assert.equal(titlesOf(other).length, 2);
  assert.equal(titlesOf([news('comment', 40, { by: 'Ruth' }), news('comment', 16, { by: 'Teo' })]).length, 2);
  const one = [news('answer', 40, { by: 'Ruth' }), news('answer', 39, { by: 'Ruth' })];
  assert.deepEqual(titlesOf(one), ['Said by the server at 40']);
  assert.equal(titlesOf([news('mention', 40, { by: 'Ruth' }), news('mention', 39, { by: 'Teo' })]).length, 2);
});

test('sign-ins of a day are counted', () => {
  const signIns = [40, 35, 30].map((hour) => news('new_sign_in', hour, { url: '/auth/not-me' }));
  assert.deepEqual(titlesOf(signIns), ['3 new sign-ins']);
});
