export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The SHA-256 of a file that fits into memory, in hex. Browsers have it only over https. */
export const digestOf = async (file: Blob): Promise<string> =>
  hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer())));
