import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isNight, nightOf } from './night.ts';

const hours = (from: number, to: number): number[] =>
  Array.from({ length: 24 }, (_, hour) => hour).filter((hour) => isNight({ from, to }, hour));

test('a night may begin before midnight or after it', () => {
  assert.deepEqual(hours(22, 7), [0, 1, 2, 3, 4, 5, 6, 22, 23]);
  assert.deepEqual(hours(1, 5), [1, 2, 3, 4]);
  assert.equal(isNight(null, 3), false);
  assert.deepEqual([nightOf({ from: '22', to: '7' }), nightOf({})], [{ from: 22, to: 7 }, null]);
});
