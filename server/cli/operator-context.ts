import path from 'node:path';
import { openAppContext } from '../open-app-context.ts';
import type { AppContext } from '../app-context.ts';
import { createLog } from '../platform/log.ts';
import type { Settings } from '../settings.ts';

/** Does an operator's command on an installation, whether a server runs there or not. */
export const withAppContext = async <T>(
  settings: Settings,
  work: (context: AppContext) => Promise<T>,
): Promise<T> => {
  const context = await openAppContext(
    settings,
    createLog('warn'),
    path.join(settings.dataDir, 'tmp-operator'),
  );
  try {
    return await work(context);
  } finally {
    await context.close();
  }
};
