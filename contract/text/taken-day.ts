// Reads the day on which a photo was taken. The image process and the browser share this file.

const dayMs = 24 * 60 * 60_000;
/** The oldest photo is from 1826: an earlier day is a camera's mistake. */
export const firstTakenDay = '1826-01-01';

/** Whether a text is a real day, `YYYY-MM-DD`, from 0001-01-01 on. */
export const isDay = (text: string): boolean => {
  if (!/^(?!0000)\d{4}-\d\d-\d\d$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
};

/**
 * Whether a text is a day on which a photo may have been taken: a real day since 1826. It may be tomorrow, because the
 * day begins earlier in the east.
 */
export const isTakenDay = (text: string, now = Date.now()): boolean =>
  isDay(text) && text >= firstTakenDay && Date.parse(`${text}T00:00:00Z`) <= now + dayMs;

/**
 * The day at the start of a text such as `2019:05:03 10:20:30`, as `YYYY-MM-DD`: with any separators, or padded with
 * blanks. Empty without one; it may be no real day.
 */
export const dayIn = (text: string): string => {
  const [, year = '', month = '', day = ''] =
    /^\s*(\d{4})\D{1,2}(\d{1,2})\D{1,2}(\d{1,2})(?!\d)/.exec(text) ??
    /^\s*(\d{4})(\d\d)(\d\d)(?!\d)/.exec(text) ??
    [];
  return year && `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
};

// The tags of EXIF that are read. The pointer to the place (0x8825) is not among them.
const exifPointer = 0x8769;
const takenAt = 0x9003;
const digitizedAt = 0x9004;

const maxTags = 512;
const maxBlocks = 4_096;

const letters = (bytes: Uint8Array, at: number, count: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + count));

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);

/** Reads a TIFF structure, as EXIF has it. Places beyond its end throw a RangeError. */
const dayInTiff = (bytes: Uint8Array, now: number): string | null => {
  const view = viewOf(bytes);
  const little = letters(bytes, 0, 2) === 'II';
  if (view.getUint16(2, little) !== 42) return null;
  /** The place of a tag's value in a directory. */
  const find = (directory: number, tag: number): number | null => {
    const count = Math.min(view.getUint16(directory, little), maxTags);
    for (let at = directory + 2; at < directory + 2 + count * 12; at += 12)
      if (view.getUint16(at, little) === tag) return at + 8;
    return null;
  };
  const pointer = find(view.getUint32(4, little), exifPointer);
  if (pointer === null) return null;
  const exif = view.getUint32(pointer, little);
  for (const tag of [takenAt, digitizedAt]) {
    const place = find(exif, tag);
    if (place === null) continue;
    const day = dayIn(letters(bytes, view.getUint32(place, little), 20));
    if (isTakenDay(day, now)) return day;
  }
  return null;
};

const exifMark = 'Exif\0\0';

const dayInExif = (block: Uint8Array, now: number): string | null =>
  dayInTiff(letters(block, 0, exifMark.length) === exifMark ? block.subarray(exifMark.length) : block, now);

/** Marks that stand alone in a JPEG: TEM, and RST0 to RST7. */
const isAlone = (mark: number | undefined): boolean =>
  mark === 0x01 || (mark !== undefined && mark >> 3 === 0xd0 >> 3);

/**
 * Segments of a JPEG: bytes FF, a mark, a length that counts itself, contents (ITU-T T.81, B.1.1). The pixels follow the
 * last one.
 */
const exifOfJpeg = (file: Uint8Array): Uint8Array | null => {
  const view = viewOf(file);
  let at = 2;
  for (let blocks = 0; blocks < maxBlocks && file[at] === 0xff; blocks += 1) {
    while (file[at] === 0xff) at += 1;
    const mark = file[at];
    at += 1;
    if (mark === 0xda) return null;
    if (isAlone(mark)) continue;
    const length = view.getUint16(at);
    const block = file.subarray(at + 2, at + length);
    if (mark === 0xe1 && letters(block, 0, exifMark.length) === exifMark) return block;
    at += length;
  }
  return null;
};

/** Chunks of a PNG (a length, a type, contents, a checksum) or of a WebP (a type, a length, contents of even length). */
const exifOfChunks = (file: Uint8Array, isPng: boolean): Uint8Array | null => {
  const view = viewOf(file);
  let at = isPng ? 8 : 12;
  for (let blocks = 0; blocks < maxBlocks && at + 8 <= file.length; blocks += 1) {
    const type = letters(file, isPng ? at + 4 : at, 4);
    const length = isPng ? view.getUint32(at) : view.getUint32(at + 4, true);
    if (type === (isPng ? 'eXIf' : 'EXIF')) return file.subarray(at + 8, at + 8 + length);
    at += 8 + (isPng ? length + 4 : length + (length % 2));
  }
  return null;
};

export interface Box {
  type: string;
  start: number;
  end: number;
}

/** The boxes of an MP4, MOV or HEIF file between two places (ISO/IEC 14496-12). */
export function* boxesIn(file: Uint8Array, start: number, end: number): Generator<Box> {
  const view = viewOf(file);
  let at = start;
  for (let blocks = 0; blocks < maxBlocks && at + 8 <= end; blocks += 1) {
    const size = view.getUint32(at);
    const header = size === 1 ? 16 : 8;
    const length = size === 1 ? Number(view.getBigUint64(at + 8)) : size === 0 ? end - at : size;
    if (length < header) return;
    yield { type: letters(file, at + 4, 4), start: at + header, end: Math.min(at + length, end) };
    at += length;
  }
}

/** The number of the item of type `Exif`, from the box `iinf`. */
const exifItemOf = (file: Uint8Array, { start, end }: Box): number | null => {
  const view = viewOf(file);
  const first = start + (view.getUint8(start) === 0 ? 6 : 8);
  for (const entry of boxesIn(file, first, end)) {
    const idBytes = view.getUint8(entry.start) === 2 ? 2 : 4;
    const id = entry.start + 4;
    if (letters(file, id + idBytes + 2, 4) !== 'Exif') continue;
    return idBytes === 2 ? view.getUint16(id) : view.getUint32(id);
  }
  return null;
};

/** The place of an item, from the box `iloc` (ISO/IEC 14496-12). */
const placeOf = (file: Uint8Array, box: Box, item: number): Pick<Box, 'start' | 'end'> | null => {
  const view = viewOf(file);
  let at = box.start;
  const read = (size: number): number => {
    at += size;
    if (size === 0) return 0;
    if (size === 8) return Number(view.getBigUint64(at - 8));
    return size === 4 ? view.getUint32(at - 4) : view.getUint16(at - 2);
  };
  const version = view.getUint8(at);
  at += 4;
  const sizes = read(2);
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexBytes = version === 0 ? 0 : sizes & 15;
  const count = Math.min(read(version === 2 ? 4 : 2), maxBlocks);
  for (let index = 0; index < count; index += 1) {
    const id = read(version === 2 ? 4 : 2);
    const isInFile = version === 0 || (read(2) & 15) === 0;
    at += 2;
    const base = read(baseBytes);
    const extents = read(2);
    for (let extent = 0; extent < Math.min(extents, maxBlocks); extent += 1) {
      at += indexBytes;
      const start = base + read(offsetBytes);
      const end = start + read(lengthBytes);
      if (id === item) return isInFile ? { start, end } : null;
    }
  }
  return null;
};

const exifOfHeif = (file: Uint8Array): Uint8Array | null => {
  const meta = [...boxesIn(file, 0, file.length)].find(({ type }) => type === 'meta');
  if (!meta) return null;
  const parts = [...boxesIn(file, meta.start + 4, meta.end)];
  const infos = parts.find(({ type }) => type === 'iinf');
  const places = parts.find(({ type }) => type === 'iloc');
  const item = infos ? exifItemOf(file, infos) : null;
  const place = places && item !== null ? placeOf(file, places, item) : null;
  if (!place) return null;
  // The item begins with the number of bytes before the TIFF structure.
  const skipped = viewOf(file).getUint32(place.start);
  return file.subarray(place.start + 4 + skipped, place.end);
};

const exifOf = (file: Uint8Array): Uint8Array | null => {
  if (file[0] === 0xff && file[1] === 0xd8) return exifOfJpeg(file);
  if (letters(file, 1, 3) === 'PNG') return exifOfChunks(file, true);
  if (letters(file, 0, 4) === 'RIFF') return exifOfChunks(file, false);
  return letters(file, 4, 4) === 'ftyp' ? exifOfHeif(file) : null;
};

/**
 * The day on which a photo was taken, `YYYY-MM-DD`, from the EXIF of a JPEG, PNG, WebP or HEIC; null if it is unknown or
 * cannot be true. Nothing else is read, above all no place.
 */
export const readTakenDay = (file: Uint8Array, now = Date.now()): string | null => {
  try {
    const exif = exifOf(file);
    return exif && dayInExif(exif, now);
  } catch (error) {
    // A place beyond the end of the file.
    if (error instanceof RangeError) return null;
    throw error;
  }
};
