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
  assert.equal(ideas.length, callable.length);
  assert.equal(new Set(ideas.map(({ name }) => name)).size, ideas.length);
  const kept: unknown = JSON.parse(JSON.stringify(ideas));
  assert.ok(Array.isArray(kept));
  for (const idea of kept) assert.ok(isPlayable(Idea.parse(idea)));
  assert.deepEqual(await generateIdeas([], endpoints.size, seed), ideas);
  const calls = ideas.flatMap(({ steps }) => steps.filter(({ step }) => step === 'call'));
  const refusals = ideas.flatMap(({ steps }) => steps.filter(({ step }) => step === 'expect_refused'));
  assert.ok(
    refusals.length > calls.length / 5 && refusals.length < calls.length,
    'right ones and wrong ones',
  );
});

test('this server passes all generated test scenarios, and a broken promise is found', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'circle-drawn-'));
  const stage = await openStage(folder);
  try {
    for (const { steps, ...about } of await generateIdeas([], 25, seed)) {
      const { issues } = await play(scenarioOf({ ...about, id: about.name }, steps), stage);
      assert.deepEqual(issues, [], about.name);
    }
    const about = { id: 'x', name: 'x', description: 'x', category: 'edge_case', priority: 'high' } as const;
    const steps = [
      Step.parse({
        step: 'call',
        who: 'ana',
        endpoint: 'circles.create',
        input: { name: 'Taken', kind: 'shared' },
      }),
      Step.parse({ step: 'expect_refused' }),
    ];
    const { issues } = await play(scenarioOf(about, steps), stage);
    assert.deepEqual(issues, [
      { severity: 'high', message: 'The step before answered 201 instead of a refusal.' },
    ]);
  } finally {
    await stage.close();
    await rm(folder, { recursive: true, force: true });
  }
});
