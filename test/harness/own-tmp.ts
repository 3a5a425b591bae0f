import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';

/**
 * Gives this test's process a folder of its own for what is temporary, and answers how many folders with a name that
 * begins so are in it: in the one of all processes others come and go.
 */
export const ownTmp = async (prefix: string): Promise<() => Promise<number>> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'circle-own-'));
  process.env['TMPDIR'] = folder;
  after(() => rm(folder, { recursive: true, force: true }));
  return async () => (await readdir(folder)).filter((name) => name.startsWith(prefix)).length;
};
