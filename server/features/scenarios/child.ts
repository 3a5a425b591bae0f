import { rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { type News, Order } from './messages.ts';

// Runs the scenarios in a separate process at the lowest priority: members and their photos come first.
setPriority(constants.priority.PRIORITY_LOW);

let folder: string | null = null;
const clear = () => {
  if (folder !== null) rmSync(folder, { recursive: true, force: true });
};
// The server decides when this process ends. If the server is gone, it ends too.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('disconnect', () => process.exit());
process.on('exit', clear);

const sendNews = (news: News): Promise<void> =>
  new Promise((resolve) => {
    if (process.send) process.send(news, () => resolve());
    else resolve();
  });

const playAll = async (message: unknown): Promise<void> => {
  const order = Order.parse(message);
  folder = order.dataDir;
  const { suite } = await import('./suite.ts');
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

process.once('message', (message) => {
  playAll(message)
    .then(
      () => sendNews({ ended: true }),
      (error: unknown) => sendNews({ failed: error instanceof Error ? error.message : String(error) }),
    )
    .finally(() => process.exit());
});
