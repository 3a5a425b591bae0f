import { open, rm, stat, utimes } from 'node:fs/promises';
import { CommandError } from '../../../../command-error.ts';
import { unlessMissing } from '../../../../platform/storage/durable-files.ts';
import { lockIn } from './layout.ts';

/** Interval of the lock's heartbeat, in milliseconds. A holder silent for ten intervals counts as dead. */
const renewEveryMs = 30_000;
const staleAfterMs = 10 * renewEveryMs;

const take = async (file: string): Promise<boolean> => {
  try {
    await (await open(file, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
};

/**
 * Holds what a lock file stands for, across processes.
 * @throws CommandError in these words while somebody else holds it
 */
export const lockFile = async (file: string, refusal: string): Promise<AsyncDisposable> => {
  if (!(await take(file))) {
    const held = await unlessMissing(stat(file));
    // A time to come is that of a clock that was ahead.
    if (held && Math.abs(Date.now() - held.mtimeMs) > staleAfterMs) await rm(file, { force: true });
    if (!(await take(file))) throw new CommandError(refusal);
  }
  const saying = setInterval(() => {
    // Where it fails, so does the backup itself.
    utimes(file, new Date(), new Date()).catch(() => undefined);
  }, renewEveryMs).unref();
  return {
    [Symbol.asyncDispose]: async () => {
      clearInterval(saying);
      await rm(file, { force: true });
    },
  };
};

/**
 * Holds a folder of backups: what one run takes away, another may be about to name.
 * @throws CommandError while somebody else holds it
 */
export const lockFolder = (folder: string): Promise<AsyncDisposable> =>
  lockFile(
    lockIn(folder),
    `Another backup is being made in ${folder}, or one broke off a moment ago. Try again in five minutes.`,
  );
