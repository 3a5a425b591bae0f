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
  /** Notes an issue unless `holds`; as severe as the scenario is important, if not said otherwise. */
  expect(holds: boolean, issue: string, severity?: Priority): void;
}

/** Something that people do, and what has to come of it. */
export interface Scenario extends About {
  act(stage: Stage, findings: Findings): Promise<void>;
}

/**
 * Milliseconds that one scenario may take. Processor time is the same on a busy machine as on a quiet one; a scenario
 * that waits for ever uses none of it.
 */
const maxMs = { processor: 30_000, clock: 180_000 };
const look = 250;

const late = Symbol('late');

/** Plays one scenario to its end, or to the end of its time. Whatever it throws is an issue. */
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
