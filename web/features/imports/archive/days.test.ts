import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayOfSeconds } from './days.ts';

test('a time of an archive around the zero of a clock is unknown', () => {
  const zeroOfVideos = -2_082_844_800;
  for (const seconds of [0, '0', 3_600, -7_200, 86_400, zeroOfVideos, zeroOfVideos + 3_600])
    assert.equal(dayOfSeconds(seconds), null, String(seconds));
  assert.equal(dayOfSeconds(Date.parse('1961-05-06T12:00:00Z') / 1_000), '1961-05-06');
});
