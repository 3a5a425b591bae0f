import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ago } from './time.ts';

const now = new Date(2026, 10, 21, 12, 0).getTime();

test('how long ago something happened is abbreviated to a few letters', async (t) => {
  const table: [then: Date, text: string][] = [
    [new Date(2026, 10, 21, 11, 59, 30), 'Just now'],
    [new Date(2026, 10, 21, 11, 56), '4 min'],
    [new Date(2026, 10, 21, 9, 30), '2 h'],
    [new Date(2026, 10, 20, 23, 30), 'Yesterday'],
    [new Date(2026, 10, 20, 0, 10), 'Yesterday'],
    [new Date(2026, 10, 18, 9, 0), 'Wed'],
    [new Date(2026, 10, 14, 23, 0), '14 Nov'],
    [new Date(2026, 2, 12), '12 Mar'],
    [new Date(2025, 2, 12), '12 Mar 2025'],
    [new Date(2026, 10, 21, 12, 5), 'Just now'],
  ];
  for (const [then, text] of table)
    await t.test(text, () => assert.equal(ago(then.toISOString(), now), text));
});
