import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waveOf } from './levels.ts';

test('a drawing has 64 numbers up to the loudest, however long the recording is', () => {
  assert.deepEqual(
    waveOf([]),
    Array.from({ length: 64 }, () => 0),
  );
  assert.deepEqual(
    waveOf([7]),
    Array.from({ length: 64 }, () => 255),
  );
  const rising = waveOf(Array.from({ length: 1_800 }, (_, at) => at / 10));
  assert.deepEqual([rising.length, rising[0], rising.at(-1)], [64, 4, 255]);
  assert.deepEqual(
    rising,
    rising.toSorted((one, other) => one - other),
  );
});
