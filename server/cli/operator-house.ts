import path from 'node:path';
import { openHouse } from '../app.ts';
import type { House } from '../house.ts';
import { createLog } from '../platform/log.ts';
import type { Settings } from '../settings.ts';

/** Does an operator's command on an installation, whether a server runs there or not. */
export const withHouse = async <T>(settings: Settings, work: (house: House) => Promise<T>): Promise<T> => {
  const house = await openHouse(settings, createLog('warn'), path.join(settings.dataDir, 'tmp-operator'));
  try {
    return await work(house);
  } finally {
    await house.close();
  }
};
