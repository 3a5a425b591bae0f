import * as z from 'zod/mini';
import { Severity } from './bug-reports.ts';
import { endpoint } from './endpoint.ts';

export const Category = z.enum(['edge_case', 'security', 'performance', 'stress_test', 'user_behavior']);
export type Category = z.infer<typeof Category>;

export const Priority = z.enum(['low', 'medium', 'high', 'critical']);
export type Priority = z.infer<typeof Priority>;

export const TestStatus = z.enum(['pending', 'running', 'completed', 'failed']);
export type TestStatus = z.infer<typeof TestStatus>;

export const TestScenario = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  category: Category,
  priority: Priority,
  status: TestStatus,
  aiGenerated: z.boolean(),
  /** Generated at random from the schemas of the API, without a model. */
  generated: z.boolean(),
});
export type TestScenario = z.infer<typeof TestScenario>;

export const TestResult = z.object({
  scenarioId: z.string(),
  status: z.enum(['PASS', 'FAIL']),
  /** In milliseconds. */
  executionTime: z.int(),
  issues: z.array(z.object({ severity: Severity, message: z.string() })),
});
export type TestResult = z.infer<typeof TestResult>;

export const TestRun = z.object({
  isRunning: z.boolean(),
  completed: z.boolean(),
  /** Per cent. */
  progress: z.int(),
  currentScenario: z.nullable(z.string()),
  results: z.array(TestResult),
  /** The reason if the run ended before all scenarios had run. */
  trouble: z.nullable(z.string()),
});
export type TestRun = z.infer<typeof TestRun>;

/** The progress before the first run. */
export const noRun: TestRun = {
  isRunning: false,
  completed: false,
  progress: 0,
  currentScenario: null,
  results: [],
  trouble: null,
};

/** How the scenario went in the run. */
export const statusIn = (
  { isRunning, currentScenario, results }: TestRun,
  { id, name }: Pick<TestScenario, 'id' | 'name'>,
): TestStatus => {
  const result = results.find(({ scenarioId }) => scenarioId === id);
  if (result) return result.status === 'PASS' ? 'completed' : 'failed';
  return isRunning && currentScenario === name ? 'running' : 'pending';
};

/** The findings of the run in numbers. */
export const countOf = ({ results }: Pick<TestRun, 'results'>) => {
  const issues = results.flatMap((result) => result.issues);
  return {
    passed: results.filter(({ status }) => status === 'PASS').length,
    issues: issues.length,
    criticalIssues: issues.filter(({ severity }) => severity === 'critical').length,
  };
};

/** A run as the page lists it. */
export const PastRun = z.object({
  id: z.string(),
  startedAt: z.string(),
  isRunning: z.boolean(),
  /** In milliseconds, so far. */
  duration: z.int(),
  total: z.int(),
  passed: z.int(),
  failed: z.int(),
  issues: z.int(),
  criticalIssues: z.int(),
  /** The reason if the run ended before all scenarios had run. */
  trouble: z.nullable(z.string()),
});
export type PastRun = z.infer<typeof PastRun>;

export const list = endpoint.get('/api/test-scenarios', {
  credential: 'member',
  summary: 'All scenarios, each with how it went in the last run',
  input: z.strictObject({}),
  output: z.array(TestScenario),
  caching: 'no-store',
});

export const generate = endpoint.post('/api/test-scenarios/generate-ai', {
  credential: 'member',
  rate: 'scenarioIdeas',
  summary:
    'Has the AI model propose more scenarios (503 when it gives nothing usable); without one they are drawn from the schemas of this interface',
  input: z.strictObject({}),
  output: z.array(TestScenario),
  status: 201,
  caching: 'no-store',
});

export const run = endpoint.post('/api/test-scenarios/run', {
  credential: 'member',
  rate: 'scenarioRuns',
  summary: 'Starts the suite on a throw-away instance; 409 while it runs',
  input: z.strictObject({}),
  output: TestRun,
  status: 202,
  caching: 'no-store',
});

export const status = endpoint.get('/api/test-scenarios/status', {
  credential: 'member',
  summary: 'How far the run is, or how the last one went',
  input: z.strictObject({}),
  output: TestRun,
  caching: 'no-store',
});

export const runs = endpoint.get('/api/test-scenarios/runs', {
  credential: 'member',
  summary: 'The last 20 runs, newest first',
  input: z.strictObject({}),
  output: z.array(PastRun),
  caching: 'no-store',
});
