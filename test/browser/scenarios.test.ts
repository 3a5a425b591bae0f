import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import * as scenarios from '../../contract/scenarios.ts';
import type { TestRun } from '../../contract/scenarios.ts';
import { suite } from '../../server/features/scenarios/suite.ts';
import { ownTmp } from '../harness/own-tmp.ts';
import { onDatabase, TestServer } from '../harness/test-server.ts';
import { Model } from '../fakes/model.ts';
import { longTest } from '../runner/long-test.ts';
import { goOn } from '../scenarios/runs.ts';
import { areThere, button, readResponses, Window } from './browser.ts';

const folders = await ownTmp('circle-scenarios-');

/** This test makes no claim about the speed of a busy machine. */
const isOfSpeed = (message: string) => / took \d+ ms/.test(message);

/** The suite ran, scenario by scenario, and found nothing in this version. */
const isWhole = (end: TestRun, polled: readonly TestRun[]): void => {
  assert.ok(polled.some(({ isRunning, currentScenario }) => isRunning && currentScenario !== null));
  const progress = polled.filter(({ isRunning }) => isRunning).map((run) => run.progress);
  assert.deepEqual(
    progress,
    progress.toSorted((a, b) => a - b),
  );
  assert.deepEqual([end.isRunning, end.progress, end.currentScenario, end.trouble], [false, 100, null, null]);
  assert.equal(end.results.length, suite.length + 2);
  const own = suite.map(({ id }) => id);
  const found = end.results.filter(({ scenarioId }) => own.includes(scenarioId));
  assert.deepEqual(
    found.flatMap(({ scenarioId, issues }) => issues.map(({ message }) => `${scenarioId}: ${message}`)),
    [],
  );
};

/** Opens all categories, which start folded on a phone. */
const unfold = async (page: Page): Promise<void> => {
  const folded = page.locator('.cc [aria-expanded=false]');
  await folded.first().waitFor();
  while ((await folded.count()) > 0) await folded.first().click();
};

const model = new Model();

onDatabase(
  'sqlite',
  'the page of test scenarios, in the browser',
  (server) => {
    after(async () => {
      await model.close();
    });

    test('a visitor of the scenario page is asked to sign in', async () => {
      const window = await Window.open(server().url, { screen: 'phone', colorScheme: 'dark' });
      const { page } = window;
      await page.goto('/test-scenarios');
      await page.getByRole('heading', { name: 'Access Denied' }).waitFor();
      await page.getByText('You must be logged in to access test scenarios.').waitFor();
      await window.isAccessible('the denial');
      await window.fits('the denial');
      await window.close();
    });

    test('errors of the AI model are shown', async () => {
      const ben = await server().member('Ben');
      const window = await Window.open(server().url);
      const { page } = window;
      await window.signIn(ben);
      await page.goto('/test-scenarios');
      model.says('nothing of use');
      await button(page, 'Generate AI Scenarios').click();
      await page.getByText('Failed to generate AI scenarios').first().waitFor();
      await page.getByText('The AI model gave no usable answer. Please try again.').first().waitFor();
      // Its 503 is what this test is about, so the window does not count it as an error.
      await page.close();
    });

    longTest('without an AI model test scenarios are drawn by lot, and the page says so', async () => {
      const plain = await TestServer.open('sqlite');
      const window = await Window.open(plain.url, { screen: 'phone', colorScheme: 'dark' });
      try {
        await window.signIn(await plain.member('Cleo'));
        const { page } = window;
        await page.goto('/test-scenarios');
        await button(page, 'Generate AI Scenarios').click();
        await page.getByText('5 scenarios generated').first().waitFor();
        await page.getByText('This place has no AI model').first().waitFor();
        await unfold(page);
        const drawn = page.getByRole('listitem').filter({ hasText: 'Drawn inputs: ' });
        await areThere(drawn.filter({ hasText: /Generated(?! AI)/ }), 5);
        assert.equal(await page.getByText('AI Generated', { exact: true }).count(), 0);
        await window.isAccessible('drawn scenarios');
        await window.fits('drawn scenarios');
        await window.close();
      } finally {
        await plain.close();
      }
    });

    longTest('a member generates test scenarios, runs them, and sees what they find', async () => {
      const ana = await server().member('Ana');
      const window = await Window.open(server().url, { screen: 'phone' });
      const { page } = window;
      await window.signIn(ana);
      await page.goto('/test-scenarios');
      await unfold(page);
      await page.getByRole('heading', { name: 'Post to zero circles' }).waitFor();
      const number = (name: string) => page.locator('dl > div').filter({ hasText: name }).locator('dd');
      assert.equal(await number('Total Tests').textContent(), String(suite.length));
      await window.isAccessible('the scenarios');
      await window.fits('the scenarios');

      // A model that expects something wrong: its finding becomes a critical issue, as the model called it.
      const idea = {
        name: 'A stranger looks in',
        description: 'Eve, who is in no circle, is said to see the moment.',
        category: 'security',
        priority: 'critical',
        steps: [
          { who: 'ana', call: 'circles.create', input: { name: 'family' }, makes: 'family' },
          { who: 'ana', call: 'posts.create', input: { circleIds: ['$family'] }, photos: 1, makes: 'first' },
          { who: 'eve', call: 'posts.get', input: { id: '$first' }, expect: 200 },
        ],
      };
      const right = { ...idea, name: 'A friend looks in', steps: idea.steps.slice(0, 2) };
      right.steps.push({ who: 'eve', call: 'posts.get', input: { id: '$first' }, expect: 404 });
      model.says(JSON.stringify({ scenarios: [idea, right] }));
      await button(page, 'Generate AI Scenarios').click();
      const card = page.getByRole('listitem').filter({ hasText: idea.name });
      await card.getByText('AI Generated').waitFor();
      assert.equal(await number('Total Tests').textContent(), String(suite.length + 2));

      const atFirst = await folders();
      const polled = readResponses(page, (response) =>
        response.url().endsWith(scenarios.status.path) && response.ok()
          ? response.json().then((json) => scenarios.status.output.parse(json))
          : null,
      );
      await button(page, 'Run Test Suite').click();
      await page.getByRole('button', { name: 'Running Tests...' }).waitFor();
      const bar = page.getByRole('progressbar', { name: 'Test run' });
      await bar.waitFor();
      assert.equal(await bar.getAttribute('aria-valuemax'), '100');
      await page.getByRole('img', { name: 'Running' }).first().waitFor();
      goOn();
      await page.getByText('Test suite completed').first().waitFor();
      await bar.waitFor({ state: 'detached' });
      const past = page.getByRole('region', { name: 'Last runs' });
      await past.getByText(/\d critical issues?/).waitFor();
      await past.getByText(new RegExp(`\\d+ of ${suite.length + 2} passed in \\d+ s`)).waitFor();
      const runs = await polled();
      const end = await ana.ask(scenarios.status, {});
      isWhole(end, runs);
      const listed = await ana.ask(scenarios.list, {});
      const issuesOf = (name: string) => {
        const id = listed.find((scenario) => scenario.name === name)?.id;
        return end.results
          .find(({ scenarioId }) => scenarioId === id)
          ?.issues.filter(({ message }) => !isOfSpeed(message));
      };
      assert.deepEqual(issuesOf(right.name), []);
      const message = 'Step 3 (posts.get by eve) answered 404 instead of 200.';
      assert.deepEqual(issuesOf(idea.name), [{ severity: 'critical', message }]);
      assert.ok((await folders()) <= atFirst, 'the throw-away folder is gone');
      const [kept, ...earlier] = await ana.ask(scenarios.runs, {});
      assert.deepEqual(earlier, []);
      assert.deepEqual(
        [kept?.isRunning, kept?.total, kept?.passed, kept?.issues],
        [
          false,
          suite.length + 2,
          end.results.filter(({ status }) => status === 'PASS').length,
          end.results.flatMap(({ issues }) => issues).length,
        ],
      );
      await card.getByText('FAIL').waitFor();
      await card.getByText(`Critical: ${message}`).waitFor();
      const alert = page.getByRole('alert').filter({ hasText: 'critical issues detected!' });
      assert.match(
        (await alert.textContent()) ?? '',
        /^\d+ critical issues detected! Review test results immediately\.$/,
      );
      await page
        .getByText(/\d ms · 0 issues · PASS/)
        .nth(suite.length - 1)
        .waitFor();

      await page.getByRole('tab', { name: 'Security' }).click();
      await card.waitFor();
      await page.getByRole('heading', { name: 'Post to zero circles' }).waitFor({ state: 'detached' });
      for (const tab of ['Edge Cases', 'Performance', 'Stress Tests', 'User Behavior']) {
        await page.getByRole('tab', { name: tab }).click();
        await page.getByRole('tabpanel').getByRole('listitem').first().waitFor();
      }
      await page.getByRole('tab', { name: 'All' }).click();
      await unfold(page);
      await window.isAccessible('the results');
      await window.fits('the results');
      await page.reload();
      await unfold(page);
      await card.getByText('FAIL').waitFor();
      await button(page, 'Refresh').click();
      await page.setViewportSize({ width: 320, height: 700 });
      await window.fits('the results on a narrow phone');
      await window.close();
    });
  },
  async () => {
    await model.open();
    return { AI_BASE_URL: model.url, AI_MODEL: 'little' };
  },
);
