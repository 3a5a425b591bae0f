import assert from 'node:assert/strict';
import { test } from 'node:test';
import { trialOf } from './trial.ts';

test('a trial is active, then near its end for the last seven days, then over', () => {
  const began = '2026-11-01T10:00:00.000Z';
  const after = (days: number, ms = 0) => trialOf(began, Date.parse(began) + days * 86_400_000 + ms);
  assert.deepEqual(after(0), { state: 'active', used: 0, left: 30, endsAt: '2026-12-01T10:00:00.000Z' });
  assert.deepEqual([after(22).state, after(22).left], ['active', 8]);
  assert.deepEqual([after(23).state, after(23).left], ['warning', 7]);
  assert.equal(after(23, -1).state, 'active');
  assert.deepEqual([after(29).state, after(29).left], ['warning', 1]);
  assert.deepEqual([after(30).state, after(30).left], ['expired', 0]);
  assert.deepEqual([after(400).state, after(400).used], ['expired', 30]);
  assert.equal(after(-1).used, 0, 'a clock that is behind');
});
