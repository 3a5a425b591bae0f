import path from 'node:path';
import type { S3Settings } from '../../settings.ts';
import { createFileStorage } from './files.ts';
import type { Storage } from './storage.ts';

/** Opens the storage that the settings name: an S3-compatible store, else files in `dataDir`/photos. */
export const openStorage = async (settings: { s3: S3Settings | null; dataDir: string }): Promise<Storage> =>
  settings.s3
    ? (await import('./s3.ts')).createS3Storage(settings.s3)
    : createFileStorage(path.join(settings.dataDir, 'photos'));
