import path from 'node:path';
import { SettingError } from './setting-error.ts';

export interface BackupSettings {
  /** Where nightly backups go, absolute. */
  folder: string;
  /** How many are kept. */
  keep: number;
}

export const operatingSettingNames = [
  'BACKUP_DIR',
  'BACKUP_PUBLIC_KEY',
  'BACKUP_KEEP',
  'METRICS_TOKEN',
] as const;

type Value = (name: (typeof operatingSettingNames)[number]) => string | null;

export const backupKeySetting = (value: Value): string | null => {
  const key = value('BACKUP_PUBLIC_KEY');
  if (key !== null && !/^age1[a-z0-9]{58}$/.test(key)) {
    throw new SettingError('BACKUP_PUBLIC_KEY must be what `npm run circle -- backup-key` prints, age1….');
  }
  return key;
};

export const backupSettings = (value: Value): BackupSettings | null => {
  const folder = value('BACKUP_DIR');
  const keep = Number(value('BACKUP_KEEP') ?? '7');
  if (!Number.isInteger(keep) || keep < 1 || keep > 1_000) {
    throw new SettingError('BACKUP_KEEP must be a whole number from 1 to 1000.');
  }
  return folder === null ? null : { folder: path.resolve(folder), keep };
};

export const metricsToken = (value: Value): string | null => {
  const token = value('METRICS_TOKEN');
  if (token !== null && !/^[\w.~+/=-]{16,200}$/.test(token)) {
    throw new SettingError('METRICS_TOKEN must be 16 to 200 letters, digits or signs of -._~+/=.');
  }
  return token;
};
