import { constants } from 'node:os';
import { becomeChild } from '../processes/become-child.ts';
import { isOrder } from './order.ts';
import { serveOrders } from './serve-orders.ts';

becomeChild(constants.priority.PRIORITY_BELOW_NORMAL);
const { makeVariants } = await import('./variants.ts');

serveOrders(async (order, onHeader) => {
  if (!isOrder(order)) throw new TypeError('not an order');
  return { made: await makeVariants(order, onHeader) };
});
