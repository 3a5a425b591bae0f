const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

/** The value of the header Content-Digest (RFC 9530) of these bytes. */
export const contentDigest = async (bytes: ArrayBuffer): Promise<string> => {
  // Browsers have WebCrypto only over https.
  const hash = globalThis.isSecureContext
    ? new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
    : (await import('@noble/hashes/sha2.js')).sha256(new Uint8Array(bytes));
  return `sha-256=:${base64(hash)}:`;
};
