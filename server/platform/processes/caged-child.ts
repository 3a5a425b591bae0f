import { constants } from 'node:os';
import { becomeChild } from './become-child.ts';
import { cageLimits } from './cage.ts';
import { limitMemory } from './memory-limit.ts';
import { serveOrders } from './serve-orders.ts';

/** Makes this process a caged one, at the lowest priority: nobody waits for it on a screen. */
export const becomeCaged = (): void => {
  becomeChild(constants.priority.PRIORITY_LOW);
  limitMemory(cageLimits.memoryBytes);
};

// A full disk or a missing file is not the fault of the file that is read.
const isSystemError = (error: unknown): boolean =>
  error instanceof Error && ('syscall' in error || ('code' in error && error.code === 'ERR_ACCESS_DENIED'));

/**
 * Answers the server's orders about untrusted files.
 * @param refuse answers an error that the file caused: libraries throw plain ones for files that they cannot read
 */
export const serveCaged = <Order, Answer extends object>(
  isOrder: (message: unknown) => message is Order,
  follow: (order: Order) => Promise<Answer>,
  refuse: (error: unknown, detail: string, order: Order) => Answer,
): void =>
  serveOrders(cageLimits.processorMs, async (order) => {
    if (!isOrder(order)) return { failed: 'not an order' };
    try {
      return await follow(order);
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      return isSystemError(error) ? { failed: detail } : refuse(error, detail, order);
    } finally {
      // Free the memory of this file now: V8 does not know how large its buffers are.
      globalThis.gc?.();
    }
  });
