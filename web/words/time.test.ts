import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clock, short } from './dates.ts';
import { ago, setTimeZone } from './time.ts';

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

test('times are in the chosen time zone, also over a change of the clocks, or in that of the browser', () => {
  const time = '2026-09-26T13:30:00Z';
  const [before, after] = [Date.parse(time), Date.parse('2026-09-26T14:30:00Z')];
  try {
    setTimeZone('Pacific/Auckland');
    assert.equal(short(time), '27 Sept 2026, 01:30');
    assert.equal(clock(before, after), 'at 01:30');
    assert.equal(short(new Date(after).toISOString()), '27 Sept 2026, 03:30');
    assert.equal(ago('2026-09-26T11:50:00Z', after), 'Yesterday');
    setTimeZone('Europe/Berlin');
    assert.equal(short(time), '26 Sept 2026, 15:30');
    assert.equal(ago('2026-09-26T11:50:00Z', after), '2 h');
    setTimeZone('Mars/Olympus');
    assert.match(short(time), /^2[67] Sept 2026/);
  } finally {
    setTimeZone();
  }
});
