import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { newId } from '../text/ids.ts';

const fileIn = (dataDir: string): string => path.join(dataDir, 'node-id');

/** The random name of this data folder, created at the first call. */
export const nodeIdOf = (dataDir: string): string => {
  const file = fileIn(dataDir);
  try {
    writeFileSync(file, newId(), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error) || Reflect.get(error, 'code') !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
};

/** The node id stored in a data folder; null if there is none. */
export const knownNodeId = (dataDir: string): string | null =>
  existsSync(fileIn(dataDir)) ? readFileSync(fileIn(dataDir), 'utf8').trim() : null;

/** Gives a data folder the name of the one that it replaces. */
export const takeOverNodeId = (dataDir: string, nodeId: string): void =>
  writeFileSync(fileIn(dataDir), nodeId);
