import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { play } from '../../server/features/scenarios/scenario.ts';
import { openStage } from '../../server/features/scenarios/stage.ts';
import { suite } from '../../server/features/scenarios/suite.ts';

// The only test that plays all scenarios: they take ten seconds of processor time.
test('the test scenarios find nothing in this version', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'circle-stage-'));
  const stage = await openStage(folder);
  try {
    const found: string[] = [];
    for (const scenario of suite) {
      const { issues } = await play(scenario, stage);
      // This test makes no claim about the speed of a busy machine.
      const isOfSpeed = (message: string) => scenario.category === 'performance' && / \d+ ms\b/.test(message);
      found.push(
        ...issues.flatMap(({ message }) => (isOfSpeed(message) ? [] : `${scenario.id}: ${message}`)),
      );
    }
    assert.deepEqual(found, []);
  } finally {
    await stage.close();
    await rm(folder, { recursive: true, force: true });
  }
});
