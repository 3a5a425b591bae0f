import { constants } from 'node:os';
import { playOrders } from '../../server/features/scenarios/play-orders.ts';
import { becomeChild } from '../../server/platform/processes/become-child.ts';

// Like server/features/scenarios/child.ts, but at the priority of other processes: beside those of the tests, one of the
// lowest priority gets hardly any processor time. Only two scenarios are played, one that posts nothing, and one with
// three people and a photo; the first waits until the test has looked at the run.
becomeChild(constants.priority.PRIORITY_NORMAL);

const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
process.on('message', (message) => {
  if (message === 'go on') goOn();
});

playOrders(async () => {
  const { suite } = await import('../../server/features/scenarios/suite.ts');
  return suite.map((scenario) => ({
    ...scenario,
    act: (...given) =>
      mayGoOn.then(() =>
        ['post-to-zero-circles', 'stranger-at-the-door'].includes(scenario.id)
          ? scenario.act(...given)
          : undefined,
      ),
  }));
});
