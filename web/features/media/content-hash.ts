import { digestOf, hexOf } from './digest.ts';

const maxBytes = 200 * 1024 * 1024;

/** The SHA-256 of a file, in hex. The server compares files of one member by it. */
export const contentHashOf = async (file: Blob): Promise<string> => {
  if (globalThis.isSecureContext && file.size <= maxBytes) return digestOf(file);
  const { sha256 } = await import('@noble/hashes/sha2.js');
  const hash = sha256.create();
  const reader = file.stream().getReader();
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read())
    if (value) hash.update(value);
  return hexOf(hash.digest());
};
