import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';

/**
 * Gives this test's process a separate temporary folder, and counts folders with a prefix in it: other processes
 * create and delete some in the shared one.
 */
export const ownTmp = async (prefix: string): Promise<() => Promise<number>> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'circle-own-'));
  process.env['TMPDIR'] = folder;
  after(() => rm(folder, { recursive: true, force: true }));
  return async () => (await readdir(folder)).filter((name) => name.startsWith(prefix)).length;
};
