import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { renameAll, syncFolder, unlessMissing, writeSynced } from '../../platform/storage/durable-files.ts';

const Journal = z.object({
  former: z.string(),
  tag: z.string(),
  /** The last start of a server before the copy of the database; null where it could not be read. */
  started: z.nullable(z.string()),
});

/** The versions between which an update changes. It lies beside the checkout from the stop of the service to its end. */
export type Journal = z.infer<typeof Journal>;

const fileOf = (folder: string): string => `${folder}.update`;

export const writeJournal = async (folder: string, journal: Journal): Promise<void> => {
  const file = fileOf(folder);
  await rm(`${file}.new`, { force: true });
  await writeSynced(`${file}.new`, Buffer.from(JSON.stringify(journal)));
  await renameAll([{ from: `${file}.new`, to: file }]);
  await syncFolder(path.dirname(file));
};

/** The journal of an update that was cut off; null without one. */
export const readJournal = async (folder: string): Promise<Journal | null> => {
  const text = await unlessMissing(readFile(fileOf(folder), 'utf8'));
  return text === null ? null : Journal.parse(JSON.parse(text));
};

export const removeJournal = (folder: string): Promise<void> => rm(fileOf(folder), { force: true });
