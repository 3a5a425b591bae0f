import { rmSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { KeptIdea } from './steps.ts';
import type { Scenario } from './scenario.ts';
import type { Stage } from './stage.ts';

/** An order of the server: to play the scenario of the suite with this id, or this idea. */
const Order = z.object({ dataDir: z.string(), scenario: z.union([z.string(), KeptIdea]) });
export type Order = z.infer<typeof Order>;

/** Answers each order of the server with the result. All scenarios share one stage in the folder of the orders. */
export const playOrders = (loadSuite: () => Promise<readonly Scenario[]>): void => {
  let stage: Promise<Stage> | undefined;

  const openIn = async (dataDir: string): Promise<Stage> => {
    process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
    // A process before this one may have deleted the folder.
    await mkdir(dataDir, { recursive: true });
    const { openStage } = await import('./stage.ts');
    return openStage(await mkdtemp(path.join(dataDir, 'stage-')));
  };

  const follow = async ({ dataDir, scenario }: Order): Promise<void> => {
    const { play } = await import('./scenario.ts');
    const { scenarioOf } = await import('./play-steps.ts');
    const found =
      typeof scenario === 'string'
        ? (await loadSuite()).find(({ id }) => id === scenario)
        : scenarioOf(scenario);
    if (!found) throw new Error('The suite has no such scenario.');
    stage ??= openIn(dataDir);
    process.send?.(await play(found, await stage));
  };

  process.on('message', (message) => {
    const order = Order.safeParse(message).data;
    if (order) void follow(order);
  });
  process.send?.('ready');
};
