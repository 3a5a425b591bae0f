import { playOrder } from '../../server/features/scenarios/play-order.ts';

// Like server/features/scenarios/child.ts, but at the priority of other processes: beside those of the tests, one of the
// lowest priority gets hardly any processor time. The first scenario waits until the test has looked at the run.
const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
process.on('message', (message) => {
  if (message === 'go on') goOn();
});

playOrder(async () => {
  const { shortSuite } = await import('./short-suite.ts');
  return shortSuite.map((scenario) => ({
    ...scenario,
    act: (...given) => mayGoOn.then(() => scenario.act(...given)),
  }));
});
