import assert from 'node:assert/strict';
import os from 'node:os';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { messages } from '../../contract/errors/errors.ts';
import * as scenarios from '../../contract/scenarios.ts';
import { Category, type TestRun } from '../../contract/scenarios.ts';
import { programFile } from '../../server/platform/programs.ts';
import { readSettings } from '../../server/settings.ts';
import { ownTmp } from '../harness/own-tmp.ts';
import { messageOf, type Person } from '../harness/person.ts';
import { onDatabases, TestServer } from '../harness/test-server.ts';
import { Model } from '../fakes/model.ts';
import { until as comes } from '../nodes/machines.ts';
import { goOn, processesOf } from './runs.ts';
import { suite } from '../../server/features/scenarios/suite.ts';

/** Polls as the page does: there is no event to wait for. */
const until = async (who: Person, reached: (run: TestRun) => boolean): Promise<TestRun> => {
  const run = await who.ask(scenarios.status, {});
  if (reached(run) || run.completed) return run;
  await wait(200);
  return until(who, reached);
};

const folders = await ownTmp('circle-scenarios-');

onDatabases('test scenarios without an AI model', (server) => {
  let ana: Person;
  before(async () => {
    ana = await server().member('Ana');
  });

  test('the scenario page lists real test scenarios of all five kinds', async () => {
    const list = await ana.ask(scenarios.list, {});
    assert.ok(list.length >= 40, `${list.length}`);
    assert.equal(new Set(list.map(({ id }) => id)).size, list.length);
    assert.equal(new Set(list.map(({ name }) => name)).size, list.length);
    assert.deepEqual(new Set(list.map(({ category }) => category)), new Set(Category.options));
    assert.ok(list.every(({ status, aiGenerated }) => status === 'pending' && !aiGenerated));
    const idle = await ana.ask(scenarios.status, {});
    assert.deepEqual([idle.isRunning, idle.completed, idle.progress, idle.results], [false, false, 0, []]);
  });

  test('test scenarios run on a separate server, once at a time, and touch no member here', async () => {
    const { db } = server().app.context;
    const people = async () => (await db.read.selectFrom('users').select('id').execute()).length;
    const atFirst = await people();
    const began = Date.now();
    const answers = await Promise.all(Array.from({ length: 10 }, () => ana.call(scenarios.run)));
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [202, ...Array.from({ length: 9 }, () => 409)],
    );
    for (const answer of answers) {
      if (answer.status === 409) assert.equal(messageOf(answer), messages.scenariosRunning);
    }
    const { currentScenario } = await until(ana, (run) => run.currentScenario !== null);
    assert.ok(currentScenario);
    const [now] = await ana.ask(scenarios.runs, {});
    assert.deepEqual([now?.isRunning, now?.trouble], [true, null]);
    assert.ok(Date.parse(now?.startedAt ?? '') >= began);
    // One scenario may take three minutes.
    await db.write(({ q }) =>
      q
        .updateTable('scenario_runs')
        .set({ beat_at: Date.now() - 180_000 })
        .where('running', '=', 1)
        .execute(),
    );
    assert.equal((await ana.call(scenarios.run)).status, 409);
    assert.equal((await ana.ask(scenarios.status, {})).isRunning, true);
    goOn();
    const { results, trouble } = await until(ana, ({ completed }) => completed);
    assert.deepEqual(
      [trouble, results.map(({ scenarioId }) => scenarioId)],
      [null, suite.map(({ id }) => id)],
    );
    const list = await ana.ask(scenarios.list, {});
    const played = list.filter(({ status }) => status === 'completed' || status === 'failed');
    assert.equal(played.length, results.length);
    assert.equal(await people(), atFirst);
  });

  test('without an AI model test scenarios are drawn from the schemas of the API, and marked so', async () => {
    const made = await ana.ask(scenarios.generate, {});
    assert.equal(made.length, 5);
    assert.ok(made.every(({ aiGenerated, generated }) => generated && !aiGenerated));
    const more = await ana.ask(scenarios.generate, {});
    assert.equal(new Set([...made, ...more].map(({ name }) => name)).size, 10, 'others each time');
    const listed = (await ana.ask(scenarios.list, {})).filter(({ generated }) => generated);
    assert.deepEqual(
      listed.map(({ id }) => id),
      [...made, ...more].map(({ id }) => id),
    );
  });
});

describe('test scenarios with an AI model', () => {
  const model = new Model();
  let server: TestServer;
  let ana: Person;
  before(async () => {
    await model.open();
    server = await TestServer.open('sqlite', {
      AI_BASE_URL: `${model.url}/`,
      AI_API_KEY: 'k-123',
      AI_MODEL: 'little',
    });
    ana = await server.member('Ana');
  });
  after(async () => {
    await server.close();
    await model.close();
  });

  const idea = {
    name: 'Blocked in the middle',
    description: 'Ben is blocked after he has seen a moment.',
    category: 'security',
    priority: 'high',
    steps: [
      { who: 'ana', call: 'circles.create', input: { name: 'family' }, makes: 'family' },
      { who: 'ana', call: 'circles.addMember', input: { id: '$family', userId: '$ben' } },
      { who: 'ana', call: 'posts.create', input: { circleIds: ['$family'] }, photos: 1, makes: 'first' },
      { who: 'ben', call: 'posts.get', input: { id: '$first' }, expect: 200 },
      { who: 'ana', call: 'blocking.block', input: { id: '$ben' } },
      { who: 'ben', call: 'posts.get', input: { id: '$first' }, expect: 404 },
    ],
  };

  test('test scenarios that the AI model proposes are checked, kept and marked', async () => {
    const wrong = {
      ...idea,
      name: 'Expects the impossible',
      steps: [...idea.steps, { who: 'ben', call: 'posts.get', input: { id: '$first' }, expect: 200 }],
    };
    model.says(`Of course!\n\`\`\`json\n${JSON.stringify({ scenarios: [idea, wrong] })}\n\`\`\``);
    const made = await ana.ask(scenarios.generate, {});
    assert.deepEqual(
      made.map(({ name, aiGenerated, status }) => [name, aiGenerated, status]),
      [
        [idea.name, true, 'pending'],
        [wrong.name, true, 'pending'],
      ],
    );
    const [asked] = model.asked;
    assert.deepEqual([asked?.path, asked?.key], ['/v1/chat/completions', 'Bearer k-123']);
    assert.equal(Reflect.get(Object(asked?.body), 'model'), 'little');
    const listed = (await ana.ask(scenarios.list, {})).filter(({ aiGenerated }) => aiGenerated);
    assert.equal(listed.length, 2);
  });

  test('an AI model that is hostile, broken or silent changes nothing', async () => {
    const count = async () => (await ana.ask(scenarios.list, {})).length;
    const atFirst = await count();
    const step = (more: object) => ({ scenarios: [{ ...idea, steps: [more, ...idea.steps] }] });
    for (const content of [
      'No.',
      '{"scenarios": 1}',
      '{"scenarios": []}',
      step({ who: 'ana', call: 'fetch', input: { url: 'http://169.254.169.254/' } }),
      step({ who: 'ana', call: 'scenarios.run', input: {} }),
      step({ who: 'ana', call: 'posts.feed', input: {}, times: 1_000_000 }),
      step({ who: 'ana', call: 'members.search', input: { q: 'x'.repeat(20_001) } }),
      step({ who: 'root', call: 'circles.create', input: { name: 'x' } }),
      step({ who: 'ana', call: 'posts.remove', input: { id: '$never-made' } }),
      step({ who: 'ana', call: 'members.search', input: { q: 'x' }, url: '/' }),
      { scenarios: [{ ...idea, name: '\u202E\u0000 ' }] },
      { scenarios: [{ ...idea, steps: idea.steps.slice(0, 3) }] },
    ]) {
      model.says(typeof content === 'string' ? content : JSON.stringify(content));
      const answer = await ana.call(scenarios.generate);
      assert.deepEqual(
        [answer.status, messageOf(answer)],
        [503, messages.modelUseless],
        JSON.stringify(content).slice(0, 80),
      );
    }
    const replies: Parameters<Model['replies']>[0][] = [
      (response) => response.writeHead(401).end('{"error":"your key is k-123"}'),
      (response) => response.writeHead(302, { location: server.url }).end(),
      (response) => response.writeHead(200).end('<html>'),
      (response) => response.writeHead(200).end('x'.repeat(400_000)),
      (response) => response.destroy(),
    ];
    for (const reply of replies) {
      model.replies(reply);
      const answer = await ana.call(scenarios.generate);
      assert.deepEqual([answer.status, messageOf(answer)], [503, messages.modelSilent]);
      assert.equal(answer.text.includes('k-123'), false);
    }
    assert.equal(await count(), atFirst);
  });

  test('the newest forty proposals of the AI model are kept', async () => {
    for (let round = 0; round < 5; round++) {
      const ten = Array.from({ length: 10 }, (_, at) => ({ ...idea, name: `Idea ${round}-${at}` }));
      model.says(JSON.stringify({ scenarios: ten }));
      await ana.ask(scenarios.generate, {});
    }
    const kept = (await ana.ask(scenarios.list, {})).filter(({ aiGenerated }) => aiGenerated);
    assert.equal(kept.length, 40);
    assert.equal(kept[0]?.name, 'Idea 1-0');
  });

  test('a stored proposal that this version cannot play is left out', async () => {
    const { db } = server.app.context;
    const listed = (await ana.ask(scenarios.list, {})).length;
    const { name, description } = idea;
    const row = { public_id: 'earlier', name, description, origin: 'model', created_at: Date.now() } as const;
    const steps = JSON.stringify([{ who: 'ana', call: 'gone.call', input: {} }, ...idea.steps]);
    await db.write(({ q }) =>
      q
        .insertInto('scenario_ideas')
        .values({ ...row, steps, category: 'security', priority: 'high' })
        .execute(),
    );
    assert.equal((await ana.ask(scenarios.list, {})).length, listed);
  });

  test('a run of test scenarios whose server died does not block the next run', async () => {
    const { db } = server.app.context;
    const beat = (ago: number) => ({
      public_id: String(ago),
      node_id: 'elsewhere',
      started_at: Date.now() - ago - 5_000,
      running: 1 as const,
      beat_at: Date.now() - ago,
      total: 4,
      current_scenario: 'Far away',
      results: '[]',
      trouble: null,
    });
    await db.write(({ q }) => q.insertInto('scenario_runs').values(beat(180_000)).execute());
    assert.equal((await ana.ask(scenarios.status, {})).currentScenario, 'Far away');
    assert.equal((await ana.call(scenarios.run)).status, 409);
    await db.write(({ q }) =>
      q.updateTable('scenario_runs').set(beat(241_000)).where('running', '=', 1).execute(),
    );
    const stopped = await ana.ask(scenarios.status, {});
    assert.deepEqual([stopped.isRunning, stopped.completed], [false, true]);
    const [latest] = await ana.ask(scenarios.runs, {});
    assert.deepEqual([latest?.isRunning, latest?.trouble], [false, stopped.trouble]);
    assert.equal((await ana.call(scenarios.run)).status, 202);
  });
});

test('stopping the server ends the run of test scenarios, and leaves no folder', async () => {
  const atFirst = await folders();
  const server = await TestServer.open('sqlite');
  const ana = await server.member('Ana');
  await ana.ask(scenarios.run, {});
  await server.close();
  assert.ok((await folders()) <= atFirst);
});

test('a run of test scenarios has the lowest priority on the machine, and ends with its process', async () => {
  const program = programFile('scenarios');
  const server = await TestServer.open('sqlite', {}, { scenarioProgram: program });
  try {
    const ana = await server.member('Ana');
    await ana.ask(scenarios.run, {});
    // The process lowers its priority when it has loaded.
    await comes('its process has the lowest priority', async () =>
      processesOf(program).some(
        ({ pid }) => pid !== undefined && os.getPriority(pid) === os.constants.priority.PRIORITY_LOW,
      ),
    );
    // The pool starts a second process for the scenario that the first one did not answer.
    const { trouble, results } = await until(ana, () => {
      for (const child of processesOf(program)) child.kill('SIGKILL');
      return false;
    });
    assert.match(trouble ?? '', /^The process (?:ended before the suite did|could not be started)\.$/);
    assert.ok(results.length < suite.length);
  } finally {
    await server.close();
  }
});

test('a member can start six runs of test scenarios an hour', async () => {
  const server = await TestServer.open('sqlite', { RATE_LIMIT_FACTOR: '1' });
  try {
    const ana = await server.member('Ana');
    const statuses: number[] = [];
    for (let asked = 0; asked < 7; asked++) statuses.push((await ana.call(scenarios.run)).status);
    assert.deepEqual(statuses, [202, 409, 409, 409, 409, 409, 429]);
  } finally {
    await server.close();
  }
});

test('the settings of the AI model are checked at the start', () => {
  const read = (environment: Record<string, string>) => () => readSettings(environment);
  assert.throws(read({ AI_BASE_URL: 'ftp://x', AI_MODEL: 'y' }), /AI_BASE_URL/);
  assert.throws(read({ AI_BASE_URL: 'https://x.example/v1' }), /AI_MODEL/);
  const { model } = readSettings({ AI_BASE_URL: 'https://x.example/v1/', AI_MODEL: 'y' });
  assert.deepEqual(model, { baseUrl: 'https://x.example/v1', apiKey: null, name: 'y' });
});
