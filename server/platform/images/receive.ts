import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { Problem } from '../problem.ts';
import { PhotoRefused } from './refused.ts';
import { type PhotoType, sniff, sniffBytes, needsMore } from './sniff.ts';

export interface TemporaryFile {
  path: string;
  /** Deletes the file. Callers must call it in any case; a second call does nothing. */
  remove(): Promise<void>;
}

/** An uploaded photo in a temporary file, unchanged: with its metadata, not yet decoded. */
export interface Received extends TemporaryFile {
  /** The size of the file. */
  bytes: number;
  type: PhotoType;
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
  const upload = temporaryFile(tmpDir);
  return { ...upload, ...(await receive(source, upload, (file) => take(source, file, maxBytes))) };
};

/** A body of bytes in a temporary file. */
export interface ReceivedOctets extends TemporaryFile {
  bytes: number;
  /** SHA-256, base64. */
  digest: string;
}

/**
 * Writes a body into `tmpDir`. After a failure it deletes the file and drains the rest of `source`.
 * @throws Problem 413 as soon as it is too long, 400 when it breaks off, `unavailable` when it cannot be written.
 */
export const receiveOctets = async (
  source: Readable,
  { tmpDir, maxBytes, tooLong = messages.tooLarge }: { tmpDir: string; maxBytes: number; tooLong?: string },
): Promise<ReceivedOctets> => {
  const upload = temporaryFile(tmpDir);
  const hash = createHash('sha256');
  const bytes = await receive(source, upload, async (file) => {
    let arrived = 0;
    for await (const chunk of chunksOf(source)) {
      arrived += chunk.length;
      if (arrived > maxBytes) throw new Problem('tooLarge', tooLong);
      hash.update(chunk);
      await writing(file.appendFile(chunk));
    }
    return arrived;
  });
  return { ...upload, bytes, digest: hash.digest('base64') };
};

/** A photo as `receivePhoto` takes it, or a recording, whose content the process judges that copies it. */
export const receiveFile = (
  source: Readable,
  { tmpDir, maxBytes, kind }: { tmpDir: string; maxBytes?: number | undefined; kind?: 'sound' | undefined },
): Promise<TemporaryFile & { bytes: number }> =>
  kind === 'sound'
    ? receiveOctets(source, { tmpDir, maxBytes: limits.voiceBytes, tooLong: messages.voiceTooLarge })
    : receivePhoto(source, { tmpDir, maxBytes });

const receive = async <T>(
  source: Readable,
  { path: target, remove }: TemporaryFile,
  write: (file: FileHandle) => Promise<T>,
): Promise<T> => {
  // A broken connection may raise an error before and after this code reads: without a listener it would end the
  // process.
  source.on('error', () => undefined);
  try {
    await using file = await writing(open(target, 'wx', 0o600));
    return await write(file);
  } catch (error) {
    source.resume();
    await remove();
    throw error instanceof Problem ? error : new PhotoRefused('uploadBroken', error);
  }
};

async function* chunksOf(source: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of source.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('An upload is received as bytes.');
    yield chunk;
  }
}

const take = async (
  source: Readable,
  file: FileHandle,
  maxBytes: number,
): Promise<{ bytes: number; type: PhotoType }> => {
  let bytes = 0;
  let head = Buffer.alloc(0);
  let type: PhotoType | null = null;
  for await (const chunk of chunksOf(source)) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new PhotoRefused(tooLarge(maxBytes));
    if (!type) {
      head = Buffer.concat([head, chunk.subarray(0, sniffBytes)]);
      type = sniff(head);
      if (!type && !needsMore(head)) throw new PhotoRefused('photoType');
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

/** A name for a new file in the folder of uploads, which is emptied at the start of the server. */
export const temporaryFile = (tmpDir: string): TemporaryFile => {
  const target = path.join(tmpDir, `upload-${randomBytes(16).toString('hex')}`);
  return { path: target, remove: () => rm(target, { force: true }) };
};

/** Whether a name in the folder of uploads is that of an upload. */
export const isUpload = (name: string): boolean => /^upload-[0-9a-f]{32}$/.test(name);
