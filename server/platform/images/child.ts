import { readFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { readTakenDay } from '../../../contract/text/taken-day.ts';
import { becomeChild } from '../processes/become-child.ts';
import { isOrder } from './order.ts';
import { servePhotos } from './serve-photos.ts';

becomeChild(constants.priority.PRIORITY_BELOW_NORMAL);
const { makeVariants } = await import('./variants.ts');

servePhotos(async (order, onHeader) => {
  if (!isOrder(order)) throw new TypeError('not an order');
  const variants = await makeVariants(order, onHeader);
  // The only thing that is kept of the metadata. The day of a HEIC comes from its own process.
  const hasDay = order.kind === 'photo' && order.type !== 'heic';
  return { made: { ...variants, takenOn: hasDay ? readTakenDay(await readFile(order.path)) : null } };
});
