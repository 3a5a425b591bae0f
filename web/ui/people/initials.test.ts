import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initials } from './initials.ts';

test('initials are the first letters of the first and last word of a name', async (t) => {
  const table: [name: string, letters: string][] = [
    ['Finn Castellanos', 'FC'],
    ['Ana Maria de Lima', 'AL'],
    ['ana', 'A'],
    ['Łukasz Żak', 'ŁŻ'],
    ['  ', ''],
    ['🙂 ana', 'A'],
  ];
  for (const [name, letters] of table) await t.test(name, () => assert.equal(initials(name), letters));
});
