import assert from 'node:assert/strict';
import { test } from 'node:test';
import { since } from './dates.ts';

const now = new Date(2026, 10, 21, 12, 0).getTime();

test('how long ago something happened is said in words that fit into a sentence', async (t) => {
  const table: [then: Date, text: string][] = [
    [new Date(2026, 10, 21, 11, 59, 30), 'now'],
    [new Date(2026, 10, 21, 11, 56), '4 min ago'],
    [new Date(2026, 10, 21, 9, 30), '2 hr ago'],
    [new Date(2026, 10, 20, 23, 30), 'yesterday'],
    [new Date(2026, 10, 18, 9, 0), '3 days ago'],
    [new Date(2026, 2, 12), 'on 12 Mar 2026'],
    [new Date(2026, 10, 21, 12, 5), 'now'],
  ];
  for (const [then, text] of table)
    await t.test(text, () => assert.equal(since(then.toISOString(), now), text));
});
