import { readFile, writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { becomeChild } from '../../processes/become-child.ts';
import { limitMemory } from '../../processes/memory-limit.ts';
import { limitProcessorTime } from '../../processes/processor-time.ts';
import { MailUnreadable } from '../incoming-mail.ts';
import type { Answer } from './answer.ts';
import { isOrder, type Order } from './order.ts';

// This process reads one mail after the other, at the lowest priority: nobody waits for it on a screen.
becomeChild(constants.priority.PRIORITY_LOW);

/** The most milliseconds of processor time for one mail. */
const processorLimit = 60_000;
limitMemory(256 * 1024 * 1024);

const { findKeyNames, readMail } = await import('./mail.ts');

const follow = async ({ mail, photos, trust, records }: Order): Promise<Answer> => {
  const bytes = await readFile(mail);
  if (records === null) return { names: await findKeyNames(bytes) };
  const read = await readMail(bytes, { trust, records });
  for (const [index, photo] of read.photos.entries()) await writeFile(`${photos}${index}`, photo);
  return { mail: read.mail };
};

// A full disk or a missing file is not the mail's fault.
const isSystemError = (error: unknown): boolean =>
  error instanceof Error && ('syscall' in error || ('code' in error && error.code === 'ERR_ACCESS_DENIED'));

const answer = async (order: unknown): Promise<Answer> => {
  const stopLimit = limitProcessorTime(processorLimit);
  try {
    return isOrder(order) ? await follow(order) : { failed: 'not an order' };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    if (isSystemError(error) && !(error instanceof MailUnreadable)) return { failed: detail };
    // Libraries throw plain errors for mails that they cannot read.
    return { unreadable: detail };
  } finally {
    stopLimit();
    // Free the memory of this mail now: V8 does not know how large its buffers are.
    globalThis.gc?.();
  }
};

process.on('message', (order) => {
  void answer(order).then((text) => process.send?.(text));
});
process.send?.('ready');
