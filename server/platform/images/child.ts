import { constants, setPriority } from 'node:os';
import type { Answer } from './answer.ts';
import { isOrder } from './order.ts';

// An image process: one photo after the other, at the lowest priority, so that answering requests comes
// first.
setPriority(constants.priority.PRIORITY_LOW);

// A Ctrl-C or a stopped service reaches this process too; it is the server that decides when it ends, so that
// uploads under way are finished. Whatever happens to the server, the channel closes, and this ends with it.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('disconnect', () => process.exit());

const { makeVariants, Unfit } = await import('./variants.ts');

const answer = async (order: unknown): Promise<Answer> => {
  try {
    if (!isOrder(order)) return { failed: 'not an order' };
    return { made: await makeVariants(order) };
  } catch (error) {
    if (error instanceof Unfit) return { refused: error.reason, detail: error.message };
    return { failed: error instanceof Error ? error.message : String(error) };
  }
};

process.on('message', (order) => {
  void answer(order).then((text) => process.send?.(text));
});
process.send?.('ready');
