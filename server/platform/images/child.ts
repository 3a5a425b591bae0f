import { constants, getPriority, setPriority } from 'node:os';
import type { Answer } from './answer.ts';
import { isOrder } from './order.ts';
import { limitProcessorTime } from './processor-time.ts';

// An image process handles one photo after the other, at a low priority, so that answering requests comes first. A
// process of a scenario run inherits an even lower priority, which it may not raise.
const priority = constants.priority.PRIORITY_BELOW_NORMAL;
if (getPriority() < priority) setPriority(priority);

/** The most milliseconds of processor time for one photo. */
const processorLimit = 20_000;

// A Ctrl-C or a stopped service signals this process too. It ignores the signal, so that the server can finish
// uploads first. When the server ends, the channel closes and this process exits.
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
