import { accessSync, constants, mkdirSync } from 'node:fs';
import { SettingError } from './setting-error.ts';

const field = (error: unknown, name: 'code' | 'syscall'): string =>
  error instanceof Error ? String(Reflect.get(error, name)) : '';

/** @throws SettingError where nothing can be written */
export const makeDataFolder = (dataDir: string, tmpDir: string): void => {
  try {
    mkdirSync(dataDir, { recursive: true });
    mkdirSync(tmpDir, { recursive: true });
    // Both may have been there before.
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    throw new SettingError(`DATA_DIR is no folder that Circle can write to (${field(error, 'code')}).`);
  }
};

const listenErrors: Readonly<Record<string, string>> = {
  EADDRINUSE: 'PORT is taken by another program. Set PORT to a free one.',
  EACCES: 'PORT is one that this account may not listen at. Set PORT to one from 1024.',
  EADDRNOTAVAIL: 'HOST is no address of this machine.',
};

/** The setting for which listening has failed; null for any other failure. */
export const settingAtFault = (error: unknown): SettingError | null => {
  if (field(error, 'syscall') === 'getaddrinfo') {
    return new SettingError('HOST is a name that no address is known for.');
  }
  const line = listenErrors[field(error, 'code')];
  return line !== undefined && field(error, 'syscall') === 'listen' ? new SettingError(line) : null;
};
