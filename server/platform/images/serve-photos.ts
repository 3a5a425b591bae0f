import { serveOrders } from '../processes/serve-orders.ts';
import { UnfitPhoto } from './unfit.ts';

/** Reports the number of pixels that are about to be decoded. */
export type OnHeader = (pixels: number) => void;

/** The most milliseconds of processor time for one photo. */
const processorLimit = 20_000;

/** Answers the server's orders about photos. */
export const servePhotos = (make: (order: unknown, onHeader: OnHeader) => Promise<object>): void =>
  serveOrders(processorLimit, async (order) => {
    let pixels = 0;
    try {
      const made = await make(order, (decoded) => {
        pixels = decoded;
      });
      return { ...made, pixels };
    } catch (error) {
      if (error instanceof UnfitPhoto) return { refused: error.reason, detail: error.message, pixels };
      return { failed: error instanceof Error ? error.message : String(error) };
    }
  });
