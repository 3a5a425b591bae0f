import type { Item } from './item.ts';
import { words } from '../words/words.ts';
import { addItems, itemOf, keepFile, refuseAtChoice } from './outbox.ts';

/** A file that was chosen. */
interface Choice {
  file: File;
  kind: string;
  /** The input of its item. */
  input: unknown;
  /** Reads the file. @returns its contents, or why they are refused */
  read: (file: File) => Promise<Blob | string>;
}

// One after the other: each file is in memory once.
let reading: Promise<unknown> = Promise.resolve();

const readOne = async ({ id, owner }: Item, { file, read }: Choice): Promise<void> => {
  if (!itemOf(id)) return;
  const contents = await read(file).catch((error: unknown) => {
    console.error(error);
    return words.outbox.lost;
  });
  if (typeof contents === 'string') return refuseAtChoice(id, contents);
  await keepFile({ id, owner }, contents, () => ({ state: 'waiting' }));
};

/** Adds chosen files, and reads and stores each of them: some can be read only once, or not for long. */
export const chooseFiles = (userId: string, place: string, choices: readonly Choice[]): readonly Item[] => {
  const items = addItems(
    userId,
    choices.map(({ kind, input }) => ({ kind, place, input, state: 'reading' as const })),
  );
  items.forEach((item, at) => {
    const choice = choices[at];
    if (choice) reading = reading.then(() => readOne(item, choice));
  });
  return items;
};
