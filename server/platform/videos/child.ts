import { constants } from 'node:os';
import { becomeChild } from '../processes/become-child.ts';
import { limitMemory } from '../processes/memory-limit.ts';
import { limitProcessorTime } from '../processes/processor-time.ts';
import type { Answer } from './answer.ts';
import { isOrder } from './order.ts';

// A video process handles one video after the other, at the lowest priority: nobody waits for it on a screen.
becomeChild(constants.priority.PRIORITY_LOW);

/** The most milliseconds of processor time for one video. */
const processorLimit = 60_000;
limitMemory(256 * 1024 * 1024);

const { rewrap } = await import('./rewrap.ts');
const { UnfitVideo } = await import('./unfit.ts');

// A full disk or a missing file is not the video's fault.
const isSystemError = (error: unknown): boolean =>
  error instanceof Error && ('syscall' in error || ('code' in error && error.code === 'ERR_ACCESS_DENIED'));

const answer = async (order: unknown): Promise<Answer> => {
  const stopLimit = limitProcessorTime(processorLimit);
  try {
    if (!isOrder(order)) return { failed: 'not an order' };
    return { made: await rewrap(order) };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    if (error instanceof UnfitVideo) return { refused: error.reason, detail };
    if (isSystemError(error)) return { failed: detail };
    // The library throws plain errors for files that it cannot read.
    return { refused: 'videoType', detail };
  } finally {
    stopLimit();
  }
};

process.on('message', (order) => {
  void answer(order).then((text) => process.send?.(text));
});
process.send?.('ready');
