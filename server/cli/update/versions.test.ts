import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isNewer, newestOf } from './versions.ts';

test('the newest version is found by numbers, and tags that are no versions do not count', () => {
  assert.equal(newestOf(['v1.9.0', 'v1.10.0', 'v1.2.30', 'v2.0.0-beta', 'nightly']), 'v1.10.0');
  assert.equal(newestOf(['nightly']), null);
});

test('a version is newer than an earlier one, and not than itself', () => {
  assert.deepEqual(
    [isNewer('v2.0.0', '1.9.9'), isNewer('v1.0.0', '1.0.0'), isNewer('v1.0.1', 'v1.1.0')],
    [true, false, false],
  );
});
