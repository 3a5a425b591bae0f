import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { EventKind } from '../../contract/shapes.ts';
import { eventKinds, staleKeysOf, changedPostIds } from './stale-keys.ts';

test('every kind of live event refetches something', async (t) => {
  for (const kind of EventKind.options) {
    await t.test(kind, () => assert.ok(staleKeysOf([{ kind, id: 'a' }]).length > 0));
  }
});

test('the event stream listens to every kind of event of the contract', () =>
  assert.deepEqual(eventKinds, EventKind.options));

test('a burst of live events refetches each list once', () => {
  const keys = staleKeysOf([
    { kind: 'post', id: 'a' },
    { kind: 'post', id: 'b' },
    { kind: 'circle', id: 'c' },
  ]);
  assert.equal(keys.filter((key) => isDeepStrictEqual(key, ['/api', 'posts'])).length, 1);
});

test('the live event of a like or comment refetches its post and no list of posts', () => {
  const events = [
    { kind: 'like', id: 'p' },
    { kind: 'comment', id: 'p' },
    { kind: 'post', id: 'q' },
  ] as const;
  assert.deepEqual([...changedPostIds(events)], ['p']);
  assert.deepEqual(staleKeysOf([events[0]]), [
    ['/api', 'posts', 'p'],
    ['/api', 'albums', 'p'],
  ]);
});
