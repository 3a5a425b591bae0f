import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CommandError } from '../../../command-error.ts';

/** How every file of the age format begins (https://age-encryption.org/v1), and one for a key of X25519 goes on. */
const firstLine = 'age-encryption.org/v1\n';
const header = `${firstLine}-> X25519 `;

const beginsWith = (bytes: Uint8Array, text: string): boolean =>
  Buffer.from(bytes.subarray(0, text.length)).toString('latin1') === text;

export const isEncryptedBytes = (bytes: Uint8Array): boolean => beginsWith(bytes, firstLine);

export const isEncrypted = async (file: string): Promise<boolean> => {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(firstLine.length), position: 0 });
  return isEncryptedBytes(buffer.subarray(0, bytesRead));
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

/** @returns the SHA-256 of what was written */
const write = async (stream: globalThis.ReadableStream<Uint8Array>, file: string): Promise<string> => {
  const hash = createHash('sha256');
  // Opened first: a stream that opens the file itself could still create it after a failure has removed it.
  const target = await open(file, 'wx', 0o600);
  await pipeline(
    Readable.fromWeb(stream),
    async function* measure(parts: AsyncIterable<Uint8Array>) {
      for await (const part of parts) {
        hash.update(part);
        yield part;
      }
    },
    target.createWriteStream({ flush: true }),
  );
  return hash.digest('hex');
};

/**
 * Reads an encrypted file whole. Nobody here can open it; that it is one, and still the same, is what can be known.
 * @throws an Error that names the file
 */
export const verifySealed = async (file: string, sha256: string): Promise<void> => {
  const hash = createHash('sha256');
  let first: Buffer | null = null;
  for await (const part of createReadStream(file)) {
    if (!Buffer.isBuffer(part)) throw new TypeError('A file is read as bytes.');
    first ??= part;
    hash.update(part);
  }
  if (!first || !beginsWith(first, header)) throw new Error(`${file} is not encrypted as it should be.`);
  if (hash.digest('hex') !== sha256) throw new Error(`${file} is not as it was written.`);
};

const encrypterTo = async (publicKey: string) => {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  encrypter.addRecipient(publicKey);
  return encrypter;
};

/**
 * Writes `to`, which only the private key opens, and reads it back once. It takes what it has written away when it fails.
 */
export const encryptFile = async (from: string, to: string, publicKey: string): Promise<void> => {
  const encrypter = await encrypterTo(publicKey);
  try {
    await verifySealed(to, await write(await encrypter.encrypt(streamOf(from)), to));
  } catch (error) {
    if (!(error instanceof Error) || Reflect.get(error, 'code') !== 'EEXIST') await rm(to, { force: true });
    throw error;
  }
};

export const encryptBytes = async (bytes: Uint8Array, publicKey: string): Promise<Uint8Array> =>
  (await encrypterTo(publicKey)).encrypt(bytes);

export const needsKey = (file: string): CommandError =>
  new CommandError(
    `${file} is encrypted. Give the private key: --key FILE. Or type two of its three sheets: --sheets.`,
  );

const decrypterOf = async (keyText: string) => {
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
  return decrypter;
};

const decryptionError = (file: string, error: unknown): CommandError => {
  // The disk of this machine may be full, which says nothing about the backup.
  if (error instanceof Error && 'syscall' in error) {
    const code = String(Reflect.get(error, 'code'));
    return new CommandError(`${file} could not be decrypted here (${code}), and nothing was restored.`);
  }
  return new CommandError(
    /no identity matched/.test(error instanceof Error ? error.message : String(error))
      ? `${file} was encrypted to another key.`
      : `${file} was cut off or altered, and nothing was restored.`,
  );
};

/** @throws CommandError for another key, and for a file that was cut off or altered */
export const decryptFile = async (from: string, to: string, keyText: string): Promise<void> => {
  const decrypter = await decrypterOf(keyText);
  try {
    await write(await decrypter.decrypt(streamOf(from)), to);
  } catch (error) {
    await rm(to, { force: true });
    throw decryptionError(from, error);
  }
};

/**
 * @param file what to call it
 * @throws CommandError as `decryptFile`
 */
export const decryptBytes = async (bytes: Uint8Array, file: string, keyText: string): Promise<Buffer> => {
  const decrypter = await decrypterOf(keyText);
  try {
    return Buffer.from(await decrypter.decrypt(bytes));
  } catch (error) {
    throw decryptionError(file, error);
  }
};
