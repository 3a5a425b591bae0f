export type PhotoType = 'jpeg' | 'png' | 'webp' | 'heic';

/** How many first bytes `sniff` reads at most: the brands of a HEIC take the most. */
export const sniffBytes = 64;

const jpeg = Buffer.from([0xff, 0xd8, 0xff]);
/** Brands of still pictures in HEVC, with 8 bits and with more. Sequences name them too, when they contain a still. */
const heicBrands: ReadonlySet<string> = new Set(['heic', 'heix']);
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * Sniffs a file's type from its first `sniffBytes` bytes, ignoring its name and declared type. Returns null unless it
 * is a JPEG (ITU T.81 B.1.1.3), PNG (RFC 2083 3.1), WebP (RFC 9649 2.4) or HEIC (ISO/IEC 23008-12 B.4). This runs
 * before any decoder; only the decoder can tell whether the rest is valid.
 */
export const sniff = (firstBytes: Uint8Array): PhotoType | null => {
  const bytes = Buffer.from(firstBytes.buffer, firstBytes.byteOffset, firstBytes.byteLength);
  if (bytes.subarray(0, jpeg.length).equals(jpeg)) return 'jpeg';
  if (bytes.subarray(0, png.length).equals(png)) return 'png';
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp';
  if (isIsoMedia(bytes) && brandsOf(bytes).some((brand) => heicBrands.has(brand))) return 'heic';
  return null;
};

/** Whether more bytes could change the answer of `sniff`. */
export const needsMore = (firstBytes: Buffer): boolean =>
  firstBytes.length < (isIsoMedia(firstBytes) ? sniffBytes : 12);

const isIsoMedia = (bytes: Buffer): boolean => bytes.toString('latin1', 4, 8) === 'ftyp';

/** The major brand of an ISO base media file, and the compatible ones. */
const brandsOf = (bytes: Buffer): string[] => {
  const text = bytes.toString('latin1', 8, Math.min(bytes.readUInt32BE(), bytes.length));
  return (text.match(/.{4}/gsu) ?? []).filter((_, index) => index !== 1);
};
