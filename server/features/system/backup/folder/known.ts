import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { readFile, rename, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import * as z from 'zod/mini';
import type { AppContext } from '../../../../app-context.ts';
import type { Database } from '../../../../platform/db/database.ts';
import { secretOf } from '../../../../platform/db/secrets.ts';
import { unlessMissing, writeSynced } from '../../../../platform/storage/durable-files.ts';
import { knownIn, objectName } from './layout.ts';

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));

const KnownPhoto = z.object({
  /** A photo's file: its storage key, size in bytes and SHA-256. */
  key: z.string(),
  size: z.int(),
  sha256: hash,
  /** The name of the photo's file in the backup folder. */
  object: z.string().check(z.regex(objectName)),
  /** Its bytes and their SHA-256, as they lie there: another than the photo's where it is encrypted. */
  storedSize: z.int(),
  storedSha256: hash,
});
export type KnownPhoto = z.infer<typeof KnownPhoto>;

const [pack, unpack] = [promisify(gzip), promisify(gunzip)];

const keyFor = async (db: Database): Promise<Buffer> =>
  Buffer.from(hkdfSync('sha256', await secretOf(db, 'known-photos'), '', 'known-photos', 32));

/**
 * The photos that earlier runs put into the folder. Hashes would confirm a guess at an encrypted photo's content, so
 * a secret of the database encrypts this list: a copied folder reveals nothing, and an altered list is rejected.
 * Losing it only means that every photo is read again.
 */
export const readKnown = async (
  context: Pick<AppContext, 'db' | 'log'>,
  folder: string,
  publicKey: string | null,
): Promise<Map<string, KnownPhoto>> => {
  const bytes = await unlessMissing(readFile(knownIn(folder)));
  if (bytes === null) return new Map();
  const decipher = createDecipheriv('aes-256-gcm', await keyFor(context.db), bytes.subarray(0, 12));
  try {
    decipher.setAAD(Buffer.from(publicKey ?? '')).setAuthTag(bytes.subarray(12, 28));
    const packed = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
    const list: unknown = JSON.parse((await unpack(packed)).toString());
    return new Map(
      z
        .array(KnownPhoto)
        .parse(list)
        .map((known) => [known.key, known]),
    );
  } catch (error) {
    context.log.warn(
      { err: error },
      'What a backup folder knows of its photos is not believed: all are read anew',
    );
    return new Map();
  }
};

/** @param publicKey the recipient of the encrypted photos; a different key means encrypting them again */
export const writeKnown = async (
  db: Database,
  folder: string,
  publicKey: string | null,
  known: readonly KnownPhoto[],
): Promise<void> => {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', await keyFor(db), nonce).setAAD(Buffer.from(publicKey ?? ''));
  const packed = await pack(JSON.stringify(known));
  const sealed = Buffer.concat([cipher.update(packed), cipher.final()]);
  const file = knownIn(folder);
  await rm(`${file}.partial`, { force: true });
  await writeSynced(`${file}.partial`, Buffer.concat([nonce, cipher.getAuthTag(), sealed]));
  await rename(`${file}.partial`, file);
};

/** Makes the next run read and write every photo again. */
export const forgetKnown = (folder: string): Promise<void> => rm(knownIn(folder), { force: true });
