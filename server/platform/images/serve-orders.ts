import { limitProcessorTime } from '../processes/processor-time.ts';
import { UnfitPhoto } from './unfit.ts';

type Refusal = { refused: UnfitPhoto['reason']; detail: string; pixels: number } | { failed: string };

/** Reports the number of pixels that are about to be decoded. */
export type OnHeader = (pixels: number) => void;

/** The most milliseconds of processor time for one photo. */
const processorLimit = 20_000;

/** Answers the server's orders, one after the other, and says that this process is ready. */
export const serveOrders = <Made extends object>(
  make: (order: unknown, onHeader: OnHeader) => Promise<Made>,
): void => {
  const answer = async (order: unknown): Promise<(Made & { pixels: number }) | Refusal> => {
    let pixels = 0;
    const stopLimit = limitProcessorTime(processorLimit);
    try {
      const made = await make(order, (decoded) => {
        pixels = decoded;
      });
      return { ...made, pixels };
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
};
