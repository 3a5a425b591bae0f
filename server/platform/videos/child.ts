import { becomeCaged, serveCaged } from '../processes/caged-child.ts';
import type { Answer } from './answer.ts';
import { isOrder, type Order } from './order.ts';

becomeCaged();

const { rewrap } = await import('./rewrap.ts');
const { rewrapVoice, voiceReason } = await import('./voice.ts');
const { UnfitVideo } = await import('./unfit.ts');

serveCaged<Order, Answer>(
  isOrder,
  async (order) =>
    order.as === 'voice' ? { voice: await rewrapVoice(order) } : { made: await rewrap(order) },
  (error, detail, { as }) => {
    const reason = error instanceof UnfitVideo ? error.reason : 'videoType';
    return { refused: as === 'voice' ? voiceReason(reason) : reason, detail };
  },
);
