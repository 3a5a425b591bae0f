const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

const maxBytes = 200 * 1024 * 1024;

/** The SHA-256 of a file, in hex. The server compares files of one member by it. */
export const contentHashOf = async (file: Blob): Promise<string> => {
  // Browsers have WebCrypto only over https, and it needs the whole file in memory.
  if (globalThis.isSecureContext && file.size <= maxBytes)
    return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer())));
  const { sha256 } = await import('@noble/hashes/sha2.js');
  const hash = sha256.create();
  const reader = file.stream().getReader();
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read())
    if (value) hash.update(value);
  return hex(hash.digest());
};
