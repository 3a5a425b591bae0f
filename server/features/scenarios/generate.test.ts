import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { endpoints } from '../../../contract/endpoints.ts';
import { generateIdeas } from './generate.ts';
import { scenarioOf } from './play-steps.ts';
import { play } from './scenario.ts';
import { openStage } from './stage.ts';
import { callable, Idea, isPlayable, Step } from './steps.ts';

const seed = 20_261_121;

test('the generator draws one playable test scenario per endpoint, and the same ones for the same seed', async () => {
  const ideas = await generateIdeas([], endpoints.size, seed);
  const drawn = callable.filter((name) => !endpoints.get(name)?.files);
  assert.equal(ideas.length, drawn.length);
  assert.equal(new Set(ideas.map(({ name }) => name)).size, ideas.length);
  const kept: unknown = JSON.parse(JSON.stringify(ideas));
  assert.ok(Array.isArray(kept));
  for (const idea of kept) assert.ok(isPlayable(Idea.parse(idea)));
  assert.deepEqual(await generateIdeas([], endpoints.size, seed), ideas);
  const calls = ideas.flatMap(({ steps }) => steps);
  const refusals = calls.filter((step) => step.expect === 'refused');
  assert.ok(
    refusals.length > calls.length / 5 && refusals.length < calls.length,
    'right ones and wrong ones',
  );
});

test('this server passes all generated test scenarios, and a broken promise is found', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'circle-drawn-'));
  const stage = await openStage(folder);
  try {
    for (const idea of await generateIdeas([], 25, seed)) {
      const { issues } = await play(scenarioOf({ ...idea, id: idea.name }), stage);
      assert.deepEqual(issues, [], idea.name);
    }
    const about = { id: 'x', name: 'x', description: 'x', category: 'edge_case', priority: 'high' } as const;
    const input = { name: 'Taken', kind: 'shared' };
    const steps = [Step.parse({ who: 'ana', call: 'circles.create', input, expect: 'refused' })];
    const { issues } = await play(scenarioOf({ ...about, steps }), stage);
    assert.deepEqual(issues, [
      { severity: 'high', message: 'Step 1 (circles.create by ana) answered 201 instead of a refusal.' },
    ]);
  } finally {
    await stage.close();
    await rm(folder, { recursive: true, force: true });
  }
});
