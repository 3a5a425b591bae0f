import { becomeCaged, serveCaged } from '../processes/caged-child.ts';
import type { Answer } from './answer.ts';
import { isOrder, type Order } from './order.ts';

becomeCaged();

const { rewrap } = await import('./rewrap.ts');
const { UnfitVideo } = await import('./unfit.ts');

serveCaged<Order, Answer>(
  isOrder,
  async (order) => ({ made: await rewrap(order) }),
  (error, detail) => ({ refused: error instanceof UnfitVideo ? error.reason : 'videoType', detail }),
);
