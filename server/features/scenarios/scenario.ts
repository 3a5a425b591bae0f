import type { Category, Priority, TestResult } from '../../../contract/scenarios.ts';
import type { Stage } from './stage.ts';

export interface About {
  id: string;
  name: string;
  description: string;
  category: Category;
  priority: Priority;
}

/** A failed expectation of a scenario. */
export interface Findings {
  /** Records an issue unless `holds` is true; its default severity follows the scenario's importance. */
  expect(holds: boolean, issue: string, severity?: Priority): void;
}

/** Actions of people, and the expected outcome. */
export interface Scenario extends About {
  act(stage: Stage, findings: Findings): Promise<void>;
}

/** The scenarios of one category, by their ids. */
export type CategoryScenarios = Readonly<Record<string, Omit<Scenario, 'id' | 'category'>>>;

/** Plays one scenario to its end. Any thrown error is an issue. */
export const play = async (scenario: Scenario, stage: Stage): Promise<TestResult> => {
  const issues: TestResult['issues'] = [];
  const note = (message: string, severity: Priority = scenario.priority) =>
    issues.push({ severity, message: message.slice(0, 500) });
  const began = performance.now();
  try {
    await scenario.act(stage, {
      expect: (holds, issue, severity) => {
        if (!holds) note(issue, severity);
      },
    });
  } catch (error) {
    note(`It broke off: ${error instanceof Error ? error.message : String(error)}`);
  }
  return {
    scenarioId: scenario.id,
    status: issues.length === 0 ? 'PASS' : 'FAIL',
    executionTime: Math.round(performance.now() - began),
    issues,
  };
};
