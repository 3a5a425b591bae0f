import { constants, getPriority, setPriority } from 'node:os';
import type { Answer } from './answer.ts';
import { isOrder } from './order.ts';
import { limitProcessorTime } from './processor-time.ts';

// An image process: one photo after the other, at a low priority, so that answering requests comes first. Those of a
// scenario run inherit an even lower one, which they may not raise.
const priority = constants.priority.PRIORITY_BELOW_NORMAL;
if (getPriority() < priority) setPriority(priority);

/** Milliseconds of processor time for one photo. */
const processorLimit = 20_000;

// A Ctrl-C or a stopped service reaches this process too; it is the server that decides when it ends, so that
// uploads under way are finished. Whatever happens to the server, the channel closes, and this ends with it.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('disconnect', () => process.exit());

const { makeVariants, UnfitPhoto } = await import('./variants.ts');

const answer = async (order: unknown): Promise<Answer> => {
  let pixels = 0;
  const stopLimit = limitProcessorTime(processorLimit);
  try {
    if (!isOrder(order)) return { failed: 'not an order' };
    const made = await makeVariants(order, (decoded) => {
      pixels = decoded;
    });
    return { made, pixels };
  } catch (error) {
    if (error instanceof UnfitPhoto) return { refused: error.reason, detail: error.message, pixels };
    return { failed: error instanceof Error ? error.message : String(error) };
  } finally {
    stopLimit();
  }
};

process.on('message', (order) => {
  void answer(order).then((text) => process.send?.(text));
});
process.send?.('ready');
