import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rates } from '../../contract/limits.ts';
import { FrameTablet } from '../harness/frame-tablet.ts';
import { onBothDatabases } from '../harness/test-server.ts';

onBothDatabases(
  'the codes of picture frames',
  (server) => {
    // FRAME-2
    test('a network gets 60 codes an hour, and then waits', async () => {
      const tablet = new FrameTablet(server());
      for (let at = 0; at < rates.frameCodes.points; at += 1) await tablet.asksForCode();
      const refused = await tablet.fetch('/frame/code', 'POST');
      assert.equal(refused.status, 429);
      assert.ok(Number(refused.headers.get('retry-after')) > 0);
      assert.equal(await tablet.state(), 'waiting', 'the last code still works');
    });
  },
  { RATE_LIMIT_FACTOR: '1' },
);
