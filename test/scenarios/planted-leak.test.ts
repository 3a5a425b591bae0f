import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { messages } from '../../contract/errors/errors.ts';
import { TestResult } from '../../contract/scenarios.ts';
import type { Order } from '../../server/features/scenarios/play-orders.ts';
import { poolOfOne } from '../harness/built.ts';
import { openStage } from '../../server/features/scenarios/stage.ts';
import * as notifications from '../../contract/notifications.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** The scenarios that have to find the leak. */
const leaks = ['stranger-at-the-door', 'removed-from-circle'];
/** A program of the copied tree that plays them, at the priority of this process: a lower one starves beside tests. */
const playLeaking = `
import { playOrders } from './server/features/scenarios/play-orders.ts';
import { suite } from './server/features/scenarios/suite.ts';
playOrders(async () => suite);`;

/** A copy of this tree without one predicate of `access/`: every member sees every moment. */
const leaking = async (folder: string): Promise<void> => {
  for (const part of ['server', 'contract', 'dist/words', 'package.json']) {
    await cp(path.join(root, part), path.join(folder, part), { recursive: true });
  }
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const file = path.join(folder, 'server/access/rules/sees.ts');
  const rules = await readFile(file, 'utf8');
  // Removes the clause about a common circle from the rule of who sees a post.
  const leaky = rules.replace('or (${isInAudience(viewer, post.id)} and ', 'or (');
  assert.notEqual(leaky, rules, 'the rule of sight is there to be broken');
  await writeFile(file, leaky);
};

test('the test scenarios find a planted leak, and call it critical', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'circle-leak-'));
  const dataDir = await mkdtemp(path.join(tmpdir(), 'circle-leak-data-'));
  try {
    await leaking(folder);
    await writeFile(path.join(folder, 'play.ts'), playLeaking);
    const pool = poolOfOne(path.join(folder, 'play.ts'));
    const results: TestResult[] = [];
    for (const scenario of leaks) {
      const answer = await pool.run({ dataDir, scenario } satisfies Order, { party: 'test' });
      results.push(TestResult.parse(answer));
    }
    await pool.close();
    assert.deepEqual(
      results.map(({ scenarioId, status }) => [scenarioId, status]),
      leaks.map((id) => [id, 'FAIL']),
    );
    for (const { scenarioId, issues } of results)
      assert.ok(
        issues.some(({ severity }) => severity === 'critical'),
        scenarioId,
      );
  } finally {
    await rm(folder, { recursive: true, force: true });
    await rm(dataDir, { recursive: true, force: true });
  }
});

test('the server of the test scenarios refuses push subscriptions at real services', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'circle-stage-'));
  const stage = await openStage(folder);
  try {
    const ana = await stage.person('Ana');
    const answer = await ana.call(notifications.subscribePush, {
      endpoint: 'https://fcm.googleapis.com/fcm/send/whatever-a-model-has-to-tell',
    });
    assert.equal(answer.status, 400, answer.text);
    assert.match(answer.text, new RegExp(messages.pushHost.slice(0, 20)));
  } finally {
    await stage.close();
    await rm(folder, { recursive: true, force: true });
  }
});
