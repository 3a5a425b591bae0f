import type { TestScenario, TestStatus } from '../../../contract/scenarios.ts';
import type { Database } from '../../platform/db/database.ts';
import { findIdeas, marksOf } from './ideas.ts';
import { findRun } from './run.ts';
import { suite } from './suite.ts';

/** All scenarios, each with its result in the last run. */
export const listScenarios = async (db: Database): Promise<TestScenario[]> => {
  const run = await findRun(db);
  const results = new Map(run.results.map((result) => [result.scenarioId, result]));
  const statusOf = (id: string, name: string): TestStatus => {
    const result = results.get(id);
    if (result) return result.status === 'PASS' ? 'completed' : 'failed';
    return run.isRunning && run.currentScenario === name ? 'running' : 'pending';
  };
  const own = suite.map(({ act: _act, ...about }) => ({
    ...about,
    aiGenerated: false,
    generated: false,
  }));
  const proposed = (await findIdeas(db.read)).map(({ steps: _steps, origin, ...about }) => ({
    ...about,
    ...marksOf(origin),
  }));
  return [...own, ...proposed].map((about) => ({ ...about, status: statusOf(about.id, about.name) }));
};
