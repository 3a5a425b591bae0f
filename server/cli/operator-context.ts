import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { openAppContext } from '../open-app-context.ts';
import type { AppContext } from '../app-context.ts';
import { createLog } from '../platform/log.ts';
import { unlessMissing } from '../platform/storage/durable-files.ts';
import type { Settings } from '../settings.ts';

const day = 24 * 60 * 60_000;

/** Deletes what killed backups and restores have left in the clear. Only old ones: another command may run at this moment. */
const removeLeftOvers = async (folder: string): Promise<void> => {
  for (const name of (await unlessMissing(readdir(folder))) ?? []) {
    const file = path.join(folder, name);
    const found = /^(?:backup|restore)-/.test(name) ? await unlessMissing(stat(file)) : null;
    if (found && found.mtimeMs < Date.now() - day) await rm(file, { recursive: true, force: true });
  }
};

/** Does an operator's command on an installation, whether a server runs there or not. */
export const withAppContext = async <T>(
  settings: Settings,
  work: (context: AppContext) => Promise<T>,
): Promise<T> => {
  const tmpDir = path.join(settings.dataDir, 'tmp-operator');
  await removeLeftOvers(tmpDir);
  const context = await openAppContext(settings, createLog('warn'), tmpDir);
  try {
    return await work(context);
  } finally {
    await context.close();
  }
};
