import { readFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { readTakenDay } from '../../../../contract/text/taken-day.ts';
import { becomeChild } from '../../processes/become-child.ts';
import { servePhotos } from '../serve-photos.ts';
import { decodeHeic } from './decode.ts';
import { compileLibheif } from './libheif.ts';
import { writePng } from './png.ts';

/** Orders to the HEIC process: decode the file `source` into the new file `target`. */
interface HeicOrder {
  source: string;
  target: string;
}

const isHeicOrder = (message: unknown): message is HeicOrder =>
  typeof message === 'object' &&
  message !== null &&
  'source' in message &&
  typeof message.source === 'string' &&
  'target' in message &&
  typeof message.target === 'string';

becomeChild(constants.priority.PRIORITY_BELOW_NORMAL);

const compiled = compileLibheif();

servePhotos(async (order, onHeader) => {
  if (!isHeicOrder(order)) throw new TypeError('not an order');
  // Free the memory of the previous photo. V8 does not know how large it is, and would keep several.
  globalThis.gc?.();
  // Each photo gets an empty memory, so that it never reads the remains of another one.
  const file = await readFile(order.source);
  const decoded = decodeHeic(compiled, file, onHeader);
  await writePng(order.target, decoded);
  return { written: true, takenOn: readTakenDay(file) };
});
