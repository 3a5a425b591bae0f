import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AppContext } from '../../../app-context.ts';

const at = (file: string): string => fileURLToPath(new URL(`../../../../${file}`, import.meta.url));
const program = ['--import', at('scripts/compile-cache.mjs'), at('server/cli/circle.ts')];

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
