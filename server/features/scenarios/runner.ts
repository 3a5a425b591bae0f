import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TestResult } from '../../../contract/scenarios.ts';
import type { AppContext } from '../../app-context.ts';
import { createPool, PoolError } from '../../platform/processes/pool.ts';
import type { Order } from './play-orders.ts';
import type { About } from './scenario.ts';
import type { KeptIdea } from './steps.ts';

/** Milliseconds after which a run is ended: a busy machine needs ten times as long as a quiet one. */
const longestRun = 30 * 60_000;
/**
 * Milliseconds that one scenario may take. Processor time does not depend on how busy the machine is; a scenario that
 * waits for ever uses none, so the clock limits it too.
 */
export const maxMs = { processor: 30_000, clock: 180_000 };

/**
 * Plays scenarios one after the other in a separate process, in a temporary folder that is deleted afterwards.
 * @returns null if all were played, else the reason
 */
export const playAll = async (
  { scenarioProgram, shutdownSignal, log }: Pick<AppContext, 'scenarioProgram' | 'shutdownSignal' | 'log'>,
  scenarios: readonly (About | KeptIdea)[],
  listener: { begins(name: string): Promise<void>; result(result: TestResult): void },
): Promise<string | null> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'circle-scenarios-'));
  const pool = createPool({
    module: scenarioProgram,
    // The process gets no setting and no secret of the server.
    env: {},
    execArgv: ['--enable-source-maps', '--max-old-space-size=384'],
    size: 1,
    perParty: { running: 1, waiting: 1 },
    timeLimit: maxMs.clock,
    usage: { processorMs: maxMs.processor },
    idleTime: maxMs.clock,
  });

  const play = async (scenario: About | KeptIdea): Promise<TestResult> => {
    const began = performance.now();
    try {
      const order: Order = { dataDir, scenario: 'steps' in scenario ? scenario : scenario.id };
      return TestResult.parse(await pool.run(order, { party: 'run' }));
    } catch (error) {
      if (!(error instanceof PoolError) || error.reason !== 'late') throw error;
      const took = performance.now() - began;
      return {
        scenarioId: scenario.id,
        status: 'FAIL',
        executionTime: Math.round(took),
        issues: [
          {
            severity: scenario.priority,
            message: `It was not over after ${Math.round(took / 1_000)} seconds.`,
          },
        ],
      };
    }
  };

  const end = () => void pool.close();
  shutdownSignal.addEventListener('abort', end, { once: true });
  const lastStart = performance.now() + longestRun;
  try {
    for (const scenario of scenarios) {
      if (shutdownSignal.aborted) await pool.close();
      if (performance.now() > lastStart) return 'The suite took too long and was ended.';
      await listener.begins(scenario.name);
      listener.result(await play(scenario));
    }
    return null;
  } catch (error) {
    if (!(error instanceof PoolError)) throw error;
    const { reason, message: detail } = error;
    if (reason !== 'closed') log.error({ reason, detail }, 'The process of the scenarios ended');
    return reason === 'unstartable'
      ? 'The process could not be started.'
      : 'The process ended before the suite did.';
  } finally {
    shutdownSignal.removeEventListener('abort', end);
    await pool.close();
    await rm(dataDir, { recursive: true, force: true });
  }
};
