import { closeSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';

/** Opens nothing that exists: closing the file would end the locks that this process has on its database. */
const create = (file: string): void => {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if (!(error instanceof Error) || Reflect.get(error, 'code') !== 'EEXIST') throw error;
  }
};

/**
 * The path of the embedded database. A new file is for the server's own account: SQLite would let every account of the
 * machine read it, and gives its log the same rights.
 */
export const sqliteFile = (dataDir: string): string => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = path.join(dataDir, 'circle.db');
  create(file);
  return file;
};
