import { Bits } from './bits.ts';
import { checkSize, type Size } from './picture-size.ts';
import { unfit } from '../unfit.ts';

/** Types of OBUs (AV1 6.2.2) that make up pictures. The others are metadata, padding and delimiters. */
const sequenceHeader = 1;
const picture = [3, 4, 6, 7];

/** The most OBUs of a packet: more than a picture has tiles. */
const maxUnits = 1_000;

/** The packet without metadata, padding and delimiters; null when no picture is left. */
export const cleanAv1 = (data: Uint8Array): Uint8Array | null => {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const kept: Buffer[] = [];
  let hasPicture = false;
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at] ?? 0;
    const type = (first >> 3) & 15;
    const header = first & 4 ? 2 : 1;
    const { value, length } =
      first & 2 ? readLeb(bytes, at + header) : { value: bytes.length - at - header, length: 0 };
    const end = at + header + length + value;
    if (value < 0 || end > bytes.length) throw unfit('an OBU is cut off');
    if (type === sequenceHeader) checkSize(readSequenceHeader(bytes.subarray(at + header + length, end)));
    if (picture.includes(type)) hasPicture = true;
    if (picture.includes(type) || type === sequenceHeader) kept.push(bytes.subarray(at, end));
    if (kept.length > maxUnits) throw unfit('too many OBUs');
    at = end;
  }
  return hasPicture ? Buffer.concat(kept) : null;
};

const readLeb = (bytes: Buffer, at: number): { value: number; length: number } => {
  let value = 0;
  for (let length = 0; length < 5; length += 1) {
    const byte = bytes[at + length];
    if (byte === undefined) break;
    value += (byte & 127) * 2 ** (7 * length);
    if (byte < 128) return { value, length: length + 1 };
  }
  throw unfit('the size of an OBU is cut off');
};

/** Reads a sequence header (AV1 5.5.1) as far as the size of the picture. */
const readSequenceHeader = (bytes: Uint8Array): Size => {
  const bits = new Bits(bytes);
  bits.read(4);
  if (bits.flag()) bits.read(5);
  else skipOperatingPoints(bits);
  const [widthBits, heightBits] = [bits.read(4) + 1, bits.read(4) + 1];
  return { width: bits.read(widthBits) + 1, height: bits.read(heightBits) + 1 };
};

const skipOperatingPoints = (bits: Bits): void => {
  let delayBits = 0;
  if (bits.flag()) {
    bits.read(32);
    bits.read(32);
    if (bits.flag()) bits.golomb();
    if (bits.flag()) {
      delayBits = bits.read(5) + 1;
      bits.read(32);
      bits.read(10);
    }
  }
  const hasDelay = bits.flag();
  for (let left = bits.read(5) + 1; left > 0; left -= 1) {
    bits.read(12);
    if (bits.read(5) > 7) bits.flag();
    if (delayBits > 0 && bits.flag()) {
      bits.read(delayBits);
      bits.read(delayBits + 1);
    }
    if (hasDelay && bits.flag()) bits.read(4);
  }
};
