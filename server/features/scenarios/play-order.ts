import { rmSync } from 'node:fs';
import { type News, Order } from './messages.ts';
import type { Scenario } from './scenario.ts';

const sendNews = (news: News): Promise<void> =>
  new Promise((resolve) => {
    if (process.send) process.send(news, () => resolve());
    else resolve();
  });

const playAll = async (order: Order, loadSuite: () => Promise<readonly Scenario[]>): Promise<void> => {
  const suite = await loadSuite();
  const { Stage } = await import('./stage.ts');
  const { scenarioOf } = await import('./play-steps.ts');
  const { play } = await import('./scenario.ts');
  const stage = await Stage.open(order.dataDir);
  const scenarios = [...suite, ...order.ideas.map(({ steps, ...about }) => scenarioOf(about, steps))];
  for (const scenario of scenarios) {
    await sendNews({ begins: scenario.name, total: scenarios.length });
    await sendNews({ result: await play(scenario, stage) });
  }
  await stage.close();
};

/** Waits for the order of the server, plays the suite and the ideas of the order, and ends this process. */
export const playOrder = (loadSuite: () => Promise<readonly Scenario[]>): void => {
  let folder: string | null = null;
  // The server decides when this process ends. If the server is gone, it ends too.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
  process.on('disconnect', () => process.exit());
  process.on('exit', () => {
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
  });

  const follow = async (message: unknown): Promise<void> => {
    const order = Order.parse(message);
    folder = order.dataDir;
    await playAll(order, loadSuite);
  };
  process.once('message', (message) => {
    follow(message)
      .then(
        () => sendNews({ ended: true }),
        (error: unknown) => sendNews({ failed: error instanceof Error ? error.message : String(error) }),
      )
      .finally(() => process.exit());
  });
};
