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

/**
 * Milliseconds that one scenario may take. Processor time does not depend on how busy the machine is; a scenario that
 * waits for ever uses none, so the clock limits it too.
 */
const maxMs = { processor: 30_000, clock: 180_000 };
const look = 250;

const late = Symbol('late');

/** Plays one scenario to its end or its timeout. Any thrown error is an issue. */
export const play = async (scenario: Scenario, stage: Stage): Promise<TestResult> => {
  const issues: TestResult['issues'] = [];
  const note = (message: string, severity: Priority = scenario.priority) =>
    issues.push({ severity, message: message.slice(0, 500) });
  const began = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<typeof late>((resolve) => {
    const cpu = process.cpuUsage();
    timer = setInterval(() => {
      const { user, system } = process.cpuUsage(cpu);
      if ((user + system) / 1_000 > maxMs.processor || performance.now() - began > maxMs.clock) resolve(late);
    }, look);
  });
  try {
    const findings: Findings = {
      expect: (holds, issue, severity) => {
        if (!holds) note(issue, severity);
      },
    };
    const ended = await Promise.race([scenario.act(stage, findings), tooLate]);
    if (ended === late)
      note(`It was not over after ${Math.round((performance.now() - began) / 1_000)} seconds.`);
  } catch (error) {
    note(`It broke off: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    clearInterval(timer);
  }
  return {
    scenarioId: scenario.id,
    status: issues.length === 0 ? 'PASS' : 'FAIL',
    executionTime: Math.round(performance.now() - began),
    issues,
  };
};
