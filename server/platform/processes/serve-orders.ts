import { limitProcessorTime } from './processor-time.ts';

/** Answers the server's orders, one after the other, and says that this process is ready. `answer` never rejects. */
export const serveOrders = (processorMs: number, answer: (order: unknown) => Promise<object>): void => {
  process.on('message', (order) => {
    const stopLimit = limitProcessorTime(processorMs);
    void answer(order).then((text) => {
      stopLimit();
      process.send?.(text);
    });
  });
  process.send?.('ready');
};
