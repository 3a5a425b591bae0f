import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CommandError } from '../../../command-error.ts';

/** How every file of the age format begins (https://age-encryption.org/v1). */
const firstLine = 'age-encryption.org/v1\n';

export const isEncrypted = async (file: string): Promise<boolean> => {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(firstLine.length), position: 0 });
  return buffer.subarray(0, bytesRead).toString('latin1') === firstLine;
};

/** A pair of X25519 keys, in the letters of age. */
export const newBackupKey = async (): Promise<{ privateKey: string; publicKey: string }> => {
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption');
  const privateKey = await generateX25519Identity();
  return { privateKey, publicKey: await identityToRecipient(privateKey) };
};

const streamOf = (file: string): globalThis.ReadableStream<Uint8Array> =>
  // Node's own type of a stream and the browser's are two names of the same thing.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  Readable.toWeb(createReadStream(file)) as globalThis.ReadableStream<Uint8Array>;

const write = async (stream: globalThis.ReadableStream<Uint8Array>, file: string): Promise<void> => {
  await pipeline(
    Readable.fromWeb(stream),
    createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
  );
};

/** Writes `to`, which only the private key opens. It takes what it has written away when it fails. */
export const encryptFile = async (from: string, to: string, publicKey: string): Promise<void> => {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  encrypter.addRecipient(publicKey);
  try {
    await write(await encrypter.encrypt(streamOf(from)), to);
  } catch (error) {
    if (!(error instanceof Error) || Reflect.get(error, 'code') !== 'EEXIST') await rm(to, { force: true });
    throw error;
  }
};

/** @throws CommandError for another key, and for a file that was cut off or altered */
export const decryptFile = async (from: string, to: string, keyText: string): Promise<void> => {
  const key = /^AGE-SECRET-KEY-1[A-Z0-9]+$/m.exec(keyText)?.[0];
  if (key === undefined)
    throw new CommandError('This is no key: it has no line that begins with AGE-SECRET-KEY-1.');
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  try {
    decrypter.addIdentity(key);
  } catch {
    throw new CommandError('This is no key: it was mistyped or cut off.');
  }
  try {
    await write(await decrypter.decrypt(streamOf(from)), to);
  } catch (error) {
    await rm(to, { force: true });
    const why = error instanceof Error ? error.message : String(error);
    if (/no identity matched/.test(why)) throw new CommandError(`${from} was encrypted to another key.`);
    throw new CommandError(`${from} was cut off or altered, and nothing was restored.`);
  }
};
