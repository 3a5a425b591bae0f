import { newIdempotencyKey } from '../data/idempotency-key.ts';
import type { Item } from './item.ts';
import { words } from '../words/words.ts';
import type { NewItem } from './holder.ts';
import { addItems, itemOf, keepFile, refuseAtChoice } from './outbox.ts';

/** A file that was chosen. */
interface Choice {
  file: File;
  kind: string;
  /** The input of its item. */
  input: unknown;
  /** Reads the file of its item. @returns its contents, or why they are refused */
  read: (file: File, item: Item) => Promise<Blob | string>;
}

// One after the other: each file is in memory once.
let reading: Promise<unknown> = Promise.resolve();

const readOne = async ({ id, owner }: Item, { file, read }: Choice): Promise<void> => {
  const item = itemOf(id);
  if (!item) return;
  const contents = await read(file, item).catch((error: unknown) => {
    console.error(error);
    return words.outbox.lost;
  });
  if (typeof contents === 'string') return refuseAtChoice(id, contents);
  await keepFile({ id, owner }, contents, { state: 'waiting' });
};

/**
 * Adds chosen files, with the requests that send them, and reads and stores each file: some can be read only once, or not
 * for long.
 */
export const chooseFiles = (
  userId: string,
  place: string,
  choices: readonly Choice[],
  requestsFor: (ids: readonly string[]) => readonly NewItem[] = () => [],
): void => {
  const files = choices.map(({ kind, input }) => {
    return { id: newIdempotencyKey(), kind, place, input, state: 'reading' as const };
  });
  const items = addItems(userId, [...files, ...requestsFor(files.map(({ id }) => id))]);
  choices.forEach((choice, at) => {
    const item = items[at];
    if (item) reading = reading.then(() => readOne(item, choice));
  });
};
