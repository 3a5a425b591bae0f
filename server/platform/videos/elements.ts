import { unfit } from './unfit.ts';

/** Ids of elements of WebM files (RFC 9559 5.1) that the checks look into or change. */
export const ids = {
  ebml: 0x1a_45_df_a3,
  segment: 0x18_53_80_67,
  info: 0x15_49_a9_66,
  muxingApp: 0x4d_80,
  writingApp: 0x57_41,
  tracks: 0x16_54_ae_6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackType: 0x83,
  flagDefault: 0x88,
  contentEncodings: 0x6d_80,
  cluster: 0x1f_43_b6_75,
  blockGroup: 0xa0,
  block: 0xa1,
  simpleBlock: 0xa3,
  encryptedBlock: 0xaf,
  void: 0xec,
};

/** Other elements directly in a segment: where to seek, tags, attachments, chapters. */
export const unused = [0x11_4d_9b_74, 0x1c_53_bb_6b, 0x12_54_c3_67, 0x19_41_a4_69, 0x10_43_a7_70, 0xbf];

/** The most bytes of an id and a size. */
export const maxHeader = 12;

/** An element of a WebM file: where it starts, where its content starts, its end. */
export interface Element {
  id: number;
  at: number;
  body: number;
  end: number;
  /** The size is unknown, as recorders write it: the element ends where one begins that cannot be inside it. */
  isOpen: boolean;
}

/**
 * Reads the header of an element. `offset` is the position of `bytes` in the file.
 * @throws UnfitVideo when the element is longer than its parent.
 */
export const readElement = (bytes: Buffer, at: number, end: number, offset = 0): Element => {
  const local = at - offset;
  const idLength = lengthOf(bytes[local]);
  const sizeLength = lengthOf(bytes[local + idLength]);
  const body = at + idLength + sizeLength;
  if (idLength > 4 || local + idLength + sizeLength > bytes.length || body > end)
    throw unfit(`an element at ${at} is cut off`);
  const id = bytes.readUIntBE(local, idLength);
  let size = (bytes[local + idLength] ?? 0) & (0xff >> sizeLength);
  let isOpen = size === 0xff >> sizeLength;
  for (const byte of bytes.subarray(local + idLength + 1, local + idLength + sizeLength)) {
    size = size * 256 + byte;
    isOpen &&= byte === 255;
  }
  if (!isOpen && body + size > end) throw unfit(`the element ${id.toString(16)} at ${at} has ${size} bytes`);
  return { id, at, body, end: isOpen ? end : body + size, isOpen };
};

/** The length of a number by its first byte: one more than its leading zeros. */
const lengthOf = (first: number | undefined): number => {
  if (!first) throw unfit('not an element');
  return Math.clz32(first) - 23;
};

/** The children of an element. */
export const elementsIn = (bytes: Buffer, start: number, end: number): Element[] => {
  const elements: Element[] = [];
  for (let at = start; at < end; ) {
    const element = readElement(bytes, at, end);
    if (element.isOpen) throw unfit(`the element ${element.id.toString(16)} has no size`);
    elements.push(element);
    at = element.end;
  }
  return elements;
};

/** A whole number; missing bytes count as 0. */
export const numberIn = (bytes: Buffer, { body, end }: Element): number => {
  if (end - body > 6) throw unfit('a number is too large');
  return end > body ? bytes.readUIntBE(body, end - body) : 0;
};

/** A header that makes an element a `Void`, which no reader looks into. */
export const voidHeader = ({ at, body, end }: Element): Buffer => {
  const width = Math.min(8, body - at - 1);
  const header = Buffer.alloc(1 + width);
  header[0] = ids.void;
  let size = end - at - 1 - width;
  for (let index = width; index > 0; index -= 1) {
    header[index] = size % 256;
    size = Math.floor(size / 256);
  }
  header[1] = (header[1] ?? 0) | (0x80 >> (width - 1));
  return header;
};
