import { sinceFirstRelease } from '../../../../platform/db/migrate.ts';
import * as z from 'zod/mini';
import { objectName } from '../folder/layout.ts';
import { isKey } from '../../../../platform/storage/storage.ts';

/**
 * The newest that is understood. Raised when what is in an archive changes its meaning; an older program then refuses it.
 * Of the first form is a file that holds its photos, of the second a snapshot whose photos lie in its folder.
 */
export const archiveFormat = 2;
export const fileFormat = 1;
export const snapshotFormat = 2;

const Sum = z.object({
  name: z.string(),
  /** In bytes, as it was before it was compressed. */
  size: z.int().check(z.nonnegative()),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /** The file beside the snapshot that holds it, in the place of an entry of the archive. */
  object: z.optional(z.string().check(z.regex(objectName))),
});
export type Sum = z.infer<typeof Sum>;

/** `manifest.json` of a backup. */
export const Manifest = z.object({
  kind: z.literal('circle-backup'),
  format: z.int(),
  /** The version of Circle that made it. */
  version: z.string(),
  createdAt: z.string(),
  migrations: z.pipe(z.array(z.string()), z.transform(sinceFirstRelease)),
  keysGiven: z.record(z.string(), z.int()),
  /** In an order in which rows never refer to later ones. */
  tables: z.array(z.string().check(z.regex(/^[a-z][a-z_]*$/))),
  /** Everything that belongs to it. What else lies in the archive was deleted while the backup was made. */
  entries: z.array(Sum),
});
export type Manifest = z.infer<typeof Manifest>;

export const manifestName = 'manifest.json';

export const rowsName = (table: string): string => `rows/${table}.jsonl`;

const photoFolder = 'photos/';

export const photoName = (key: string): string => `${photoFolder}${key}`;

/** The storage key of a photo's entry, null for all other entries. */
export const photoKey = (name: string): string | null => {
  const key = name.startsWith(photoFolder) ? name.slice(photoFolder.length) : '';
  return isKey(key) ? key : null;
};

/** Stands in the archive's comment, so that not even the manifest can change unnoticed. */
export const sealOf = (sha256: string): string => `circle-backup ${sha256}`;
