import { accessSync, chmodSync, constants, mkdirSync } from 'node:fs';
import path from 'node:path';
import { SettingError } from './setting-error.ts';

const field = (error: unknown, name: 'code' | 'syscall'): string =>
  error instanceof Error ? String(Reflect.get(error, name)) : '';

/** Files with hashes of passwords and the secrets of the installation. SQLite gives its other files the same rights. */
const secretFiles = ['circle.db', 'circle.db-wal', 'circle.db-shm', 'node-id'];

/** Takes the rights of other accounts of the machine, unless one of them owns the file and decides itself. */
const keepToOwner = (file: string, mode: number): void => {
  try {
    chmodSync(file, mode);
  } catch (error) {
    if (!['ENOENT', 'EPERM'].includes(field(error, 'code'))) throw error;
  }
};

/** Makes the data folder, and keeps it and its secret files to the server's own account. @throws SettingError where nothing can be written */
export const makeDataFolder = (dataDir: string, tmpDir: string): void => {
  try {
    mkdirSync(dataDir, { recursive: true });
    mkdirSync(tmpDir, { recursive: true });
    // Both may have been there before.
    accessSync(dataDir, constants.W_OK);
    keepToOwner(dataDir, 0o700);
    for (const name of secretFiles) keepToOwner(path.join(dataDir, name), 0o600);
  } catch (error) {
    throw new SettingError(`DATA_DIR is no folder that Circle can write to (${field(error, 'code')}).`);
  }
};

const listenErrors: Readonly<Record<string, string>> = {
  EADDRINUSE: 'PORT is taken by another program. Set PORT to a free one.',
  EACCES: `PORT or HTTP_PORT is one that this account may not listen at. Allow it as root, once for each update of Node: setcap cap_net_bind_service=+ep ${process.execPath}. Or set them to ports from 1024.`,
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
