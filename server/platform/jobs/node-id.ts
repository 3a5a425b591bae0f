import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { newId } from '../text/ids.ts';

/** The random name of this data folder, drawn when it is first asked for. */
export const nodeIdOf = (dataDir: string): string => {
  const file = path.join(dataDir, 'node-id');
  try {
    writeFileSync(file, newId(), { flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error) || Reflect.get(error, 'code') !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
};
