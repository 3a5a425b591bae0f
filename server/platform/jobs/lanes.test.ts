import assert from 'node:assert/strict';
import { test } from 'node:test';
import { laneOf } from './lanes.ts';

test('members take turns with exports and archives, and the nightly backup waits for neither', () => {
  const backup = laneOf('nightly-backup');
  for (const kind of ['export', 'circle-archive']) {
    const lane = laneOf(kind);
    assert.notEqual(lane, backup);
    assert.equal(lane.perMember, 1, kind);
  }
});
