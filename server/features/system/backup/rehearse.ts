import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { AppContext } from '../../../app-context.ts';
import { programFile, projectFile } from '../../../platform/programs.ts';

const program = ['--import', projectFile('scripts/compile-cache.mjs'), programFile('circle')];

/**
 * Restores a backup into a temporary folder, in a process without access to this server's data, and checks it.
 * @throws an error with the command's output
 */
export const rehearse = async (
  context: Pick<AppContext, 'tmpDir' | 'shutdownSignal'>,
  file: string,
): Promise<void> => {
  const folder = await mkdtemp(path.join(context.tmpDir, 'rehearsal-'));
  try {
    await new Promise<void>((resolve, reject) => {
      execFile(
        process.execPath,
        [...program, 'restore', file, '--no-ledger'],
        // No `.env` lies there, and of the environment nothing goes along: not the database, the store, the mail server.
        { cwd: folder, env: { DATA_DIR: path.join(folder, 'data') }, signal: context.shutdownSignal },
        (error, _out, said) => (error ? reject(new Error(said.trim() || error.message)) : resolve()),
      );
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
