import { randomBytes } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { Problem } from '../problem.ts';
import { PhotoRefused } from './refused.ts';
import { type PhotoType, sniff, sniffBytes } from './sniff.ts';

/** An uploaded photo in a temporary file, unchanged: with its metadata, not yet decoded. */
export interface Received {
  path: string;
  /** The size of the file. */
  bytes: number;
  type: PhotoType;
  /** Deletes the file. Callers must call it in any case; a second call does nothing. */
  remove(): Promise<void>;
}

/**
 * Writes one file of a multipart body into `tmpDir` and sniffs its first bytes as they arrive. After a failure it
 * deletes the file and drains the rest of `source`, so that the parser reaches the end of the body and the browser
 * can read the answer.
 * @param maxBytes size limit of the file; give the multipart parser a higher limit, so that this one triggers first.
 * @throws PhotoRefused 413 as soon as it is too long, 415 as soon as it is no photo, 400 when it breaks off.
 * @throws Problem `unavailable` when it cannot be written.
 */
export const receivePhoto = async (
  source: Readable,
  { tmpDir, maxBytes = limits.photoBytes }: { tmpDir: string; maxBytes?: number | undefined },
): Promise<Received> => {
  // A broken connection may raise an error before and after this code reads: without a listener it would end the
  // process.
  source.on('error', () => undefined);
  const target = path.join(tmpDir, uploadName());
  const remove = () => rm(target, { force: true });
  try {
    await using file = await writing(open(target, 'wx', 0o600));
    return { path: target, ...(await take(source, file, maxBytes)), remove };
  } catch (error) {
    source.resume();
    await remove();
    throw error instanceof Problem ? error : new PhotoRefused('uploadBroken', error);
  }
};

const take = async (
  source: Readable,
  file: FileHandle,
  maxBytes: number,
): Promise<{ bytes: number; type: PhotoType }> => {
  let bytes = 0;
  let head = Buffer.alloc(0);
  let type: PhotoType | null = null;
  for await (const chunk of source.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('A photo is received as bytes.');
    bytes += chunk.length;
    if (bytes > maxBytes) throw new PhotoRefused(tooLarge(maxBytes));
    if (!type) {
      head = Buffer.concat([head, chunk.subarray(0, sniffBytes)]);
      type = sniff(head);
      if (!type && head.length >= sniffBytes) throw new PhotoRefused('photoType');
    }
    await writing(file.appendFile(chunk));
  }
  // The multipart parser truncates files over its own limit, and reports it only by this flag.
  if ('truncated' in source && source.truncated === true) throw new PhotoRefused(tooLarge(maxBytes));
  if (!type) throw new PhotoRefused('photoType');
  return { bytes, type };
};

// The error message names the largest size.
const tooLarge = (maxBytes: number) => (maxBytes === limits.avatarBytes ? 'avatarTooLarge' : 'photoTooLarge');

const writing = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    throw new Problem('unavailable', messages.unavailable, { cause: error });
  }
};

const uploadName = (): string => `upload-${randomBytes(16).toString('hex')}`;

/** Whether a name in the folder of uploads is that of an upload. */
export const isUpload = (name: string): boolean => /^upload-[0-9a-f]{32}$/.test(name);
