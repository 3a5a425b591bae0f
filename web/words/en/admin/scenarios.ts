import { counted, numbered } from '../app/plural.ts';

const issuesOf = (count: number) => counted(count, 'issue', 'issues');

export const scenarios = {
  title: 'Test scenarios',
  intro: 'Poke at Circle before someone else does.',
  run: 'Run Test Suite',
  running: 'Running Tests...',
  generate: 'Generate AI Scenarios',
  generating: 'Generating...',
  refresh: 'Refresh',
  now: 'Now:',
  starting: 'Setting the stage',
  progress: 'Test run',
  progressRegion: 'Progress',
  percent: (value: number) => `${value}%`,
  total: 'Total Tests',
  passed: 'Passed',
  found: 'Issues Found',
  critical: 'Critical Issues',
  alert: (count: number) => ({
    count: `${numbered(count)} critical issues detected!`,
    advice: 'Review test results immediately.',
  }),
  stopped: 'The last run ended early:',
  filter: 'Category',
  categories: {
    all: 'All',
    edge_case: 'Edge Cases',
    security: 'Security',
    performance: 'Performance',
    stress_test: 'Stress Tests',
    user_behavior: 'User Behavior',
  },
  progressOf: (passed: number, failed: number, total: number) =>
    [
      counted(total, 'test', 'tests'),
      ...(passed > 0 ? [`${numbered(passed)} passed`] : []),
      ...(failed > 0 ? [`${numbered(failed)} failed`] : []),
    ].join(', '),
  priorities: { low: 'Low', medium: 'Medium', high: 'High', critical: 'Critical' },
  states: { pending: 'Pending', running: 'Running', completed: 'Completed', failed: 'Failed' },
  aiGenerated: 'AI Generated',
  drawn: 'Generated',
  result: (milliseconds: number, issues: number) => `${milliseconds} ms · ${issuesOf(issues)} · `,
  issues: 'Issues found',
  loading: 'Loading...',
  empty: 'No scenarios here',
  fetchFailed: 'Failed to fetch scenarios',
  generateFailed: 'Failed to generate AI scenarios',
  startFailed: 'Failed to start test suite',
  generated: (count: number) => `${counted(count, 'scenario', 'scenarios')} generated`,
  generatedWithoutModel:
    'This place has no AI model, so the scenarios were generated at random from the description of its API.',
  finished: { title: 'Test suite completed', clean: 'No issues found.' },
  issuesFound: (count: number) => `${issuesOf(count)} found.`,
  history: {
    title: 'Last runs',
    running: 'Running',
    clean: 'No issues',
    early: 'Ended early',
    issues: issuesOf,
    critical: (count: number) => counted(count, 'critical issue', 'critical issues'),
    result: (passed: number, total: number, milliseconds: number) =>
      `${passed} of ${total} passed in ${Math.max(1, Math.round(milliseconds / 1_000))} s`,
    fetchFailed: 'Failed to fetch the last runs',
  },
};
