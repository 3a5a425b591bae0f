import path from 'node:path';
import type { S3Settings } from '../../settings.ts';
import { createFileStorage } from './files.ts';
import type { Storage } from './storage.ts';

/** Opens the storage that the settings name: an S3-compatible store, else files in `dataDir`/photos. */
export const openStorage = async (settings: { s3: S3Settings | null; dataDir: string }): Promise<Storage> =>
  settings.s3
    ? (await import('./s3.ts')).createS3Storage(settings.s3)
    : createFileStorage(path.join(settings.dataDir, 'photos'));

/** The storage of the settings, in words; equal words mean the same storage. */
export const nameOfStorage = ({ s3, dataDir }: { s3: S3Settings | null; dataDir: string }): string =>
  s3 ? `the bucket ${s3.bucket} at ${s3.endpoint}` : `the folder ${path.join(dataDir, 'photos')}`;
