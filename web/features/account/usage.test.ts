import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesInWords } from '../../words/bytes.ts';
import { usageLevel } from './usage.ts';

test('used storage is moderate above 70 percent and high above 90', () => {
  assert.deepEqual([0, 70, 70.1, 90, 90.1, 130].map(usageLevel), [
    'normal',
    'normal',
    'moderate',
    'moderate',
    'high',
    'high',
  ]);
});

test('a number of bytes is shown in a fitting unit', () => {
  const cases: [number, string][] = [
    [0, '0 B'],
    [999, '999 B'],
    [1_000, '1 KB'],
    [680 * 1024 ** 2, '680 MB'],
    [1_000 * 1024 ** 2, '1 GB'],
    [5 * 1024 ** 3, '5 GB'],
    [4.25 * 1024 ** 3, '4.3 GB'],
    [50 * 1024 ** 3, '50 GB'],
  ];
  for (const [bytes, words] of cases) assert.equal(bytesInWords(bytes), words);
});
