const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The SHA-256 of a file that fits into memory, in hex. Browsers have it only over https. */
export const digestOf = async (file: Blob): Promise<string> =>
  hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer())));

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
