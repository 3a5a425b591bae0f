const types = ['image/jpeg', 'image/png', 'image/webp', '.jpg', '.jpeg', '.png', '.webp'];
const heicTypes = ['image/heic', 'image/heif', '.heic', '.heif', '.hif'];

// Browsers of Apple hand over a JPEG of a HEIC, unless the page asks for HEIC.
const handsOverJpeg = navigator.vendor.startsWith('Apple');

/** The files that inputs for photos accept. */
export const acceptedPhotos = [...types, ...(handsOverJpeg ? [] : heicTypes)].join(',');

const textAt = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to));

const firstBytes = async (file: Blob, count: number): Promise<Uint8Array> =>
  new Uint8Array(await file.slice(0, count).arrayBuffer());

/** Sniffs the type from the content, as the server does: a GIF named .jpg is a GIF. */
export const isPhoto = async (file: Blob): Promise<boolean> => {
  const bytes = await firstBytes(file, 64);
  const start = textAt(bytes, 0, 12);
  if (start.startsWith('\u00ff\u00d8\u00ff') || start.startsWith('\u0089PNG')) return true;
  if (start.startsWith('RIFF')) return start.endsWith('WEBP');
  if (!start.startsWith('ftyp', 4)) return false;
  const end = new DataView(bytes.buffer).getUint32(0);
  // The major brand, and after its version the compatible ones.
  return /^(?:.{8}(?:.{4})*)?hei[cx]/su.test(textAt(bytes, 8, Math.min(end, bytes.length)));
};
