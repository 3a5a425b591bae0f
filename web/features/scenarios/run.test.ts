import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countOf, type TestRun, type TestScenario } from '../../../contract/scenarios.ts';
import { withResults } from './run.ts';

const scenario = (id: string, name: string): TestScenario => ({
  id,
  name,
  description: '',
  category: 'security',
  priority: 'high',
  status: 'pending',
  aiGenerated: false,
  generated: false,
});

const run: TestRun = {
  isRunning: true,
  completed: false,
  progress: 50,
  currentScenario: 'Third',
  trouble: null,
  results: [
    { scenarioId: 'a', status: 'PASS', executionTime: 4, issues: [] },
    {
      scenarioId: 'b',
      status: 'FAIL',
      executionTime: 5,
      issues: [
        { severity: 'critical', message: 'x' },
        { severity: 'low', message: 'y' },
      ],
    },
  ],
};

test('each test scenario shows its result, and the running one is marked', () => {
  const scenarios = [
    scenario('a', 'First'),
    scenario('b', 'Second'),
    scenario('c', 'Third'),
    scenario('d', 'Last'),
  ];
  assert.deepEqual(
    withResults(scenarios, run).map(({ status }) => status),
    ['completed', 'failed', 'running', 'pending'],
  );
  assert.deepEqual(countOf(run), { passed: 1, issues: 2, criticalIssues: 1 });
});
