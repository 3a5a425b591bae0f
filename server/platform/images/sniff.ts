export type PhotoType = 'jpeg' | 'png' | 'webp';

/** How many first bytes `sniff` needs for a sure answer. */
export const sniffBytes = 12;

const jpeg = Buffer.from([0xff, 0xd8, 0xff]);
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * Sniffs a file's type from its first `sniffBytes` bytes, ignoring its name and declared type. Returns null unless it
 * is a JPEG (ITU T.81 B.1.1.3), PNG (RFC 2083 3.1) or WebP (RFC 9649 2.4). This runs before any decoder; only the
 * decoder can tell whether the rest is valid.
 */
export const sniff = (firstBytes: Uint8Array): PhotoType | null => {
  const bytes = Buffer.from(firstBytes.buffer, firstBytes.byteOffset, firstBytes.byteLength);
  if (bytes.subarray(0, jpeg.length).equals(jpeg)) return 'jpeg';
  if (bytes.subarray(0, png.length).equals(png)) return 'png';
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp';
  return null;
};
