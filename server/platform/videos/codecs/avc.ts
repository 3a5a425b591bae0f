import { Bits } from './bits.ts';
import { checkSize } from './picture-size.ts';
import { unfit } from '../unfit.ts';

/** Types of NAL units (ITU-T H.264 table 7-1): slices with and without partitions, and the two sets of parameters. */
const slices = [1, 2, 3, 4, 5];
const sequenceSet = 7;
const pictureSet = 8;
/** The most bytes of a set of parameters; an ordinary one has 10 to 60. */
const maxSet = 512;

/** The most NAL units of a packet: more than a picture has rows. */
const maxUnits = 1_000;

/** Profiles whose sequence sets describe the chroma, and whose `avcC` ends with it. */
const highProfiles = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135];

export interface AvcConfig {
  /** How many bytes the length of each NAL unit takes in the packets. */
  lengthSize: number;
  /** The `avcC` of the copy, without anything that a decoder does not need. */
  record: Buffer;
}

/** Reads an `avcC` (ISO/IEC 14496-15 5.3.3.1) and builds it again from its sets of parameters. */
export const readAvcConfig = (avcc: Uint8Array): AvcConfig => {
  const bytes = Buffer.from(avcc);
  let at = 5;
  const readSets = (type: number, count: number) =>
    Array.from({ length: count }, () => {
      const length = at + 2 <= bytes.length ? bytes.readUInt16BE(at) : 0;
      const set = bytes.subarray(at + 2, at + 2 + length);
      at += 2 + length;
      if (length < 4 - (type === pictureSet ? 2 : 0) || set.length < length) throw unfit('avcC is cut off');
      checkSet(set, type);
      return set;
    });
  const sequences = readSets(sequenceSet, (bytes[at++] ?? 0) & 0x1f);
  const pictures = readSets(pictureSet, bytes[at++] ?? 0);
  const [first] = sequences;
  if (!first || pictures.length === 0) throw unfit('avcC has no parameters');
  const { chroma, lumaDepth, chromaDepth } = readSequence(first);
  const listed = (sets: Buffer[]) =>
    sets.flatMap((set) => [Buffer.from([set.length >> 8, set.length & 255]), set]);
  return {
    lengthSize: ((bytes[4] ?? 0) & 3) + 1,
    record: Buffer.concat([
      Buffer.from([1, ...first.subarray(1, 4), 0xff, 0xe0 | sequences.length]),
      ...listed(sequences),
      Buffer.from([pictures.length]),
      ...listed(pictures),
      ...(highProfiles.includes(first[1] ?? 0)
        ? [Buffer.from([0xfc | chroma, 0xf8 | lumaDepth, 0xf8 | chromaDepth, 0])]
        : []),
    ]),
  };
};

const checkSet = (set: Buffer, type: number): void => {
  if (((set[0] ?? 0) & 0x1f) !== type || set.length > maxSet)
    throw unfit(`a set of parameters of ${set.length} bytes`);
  if (type === sequenceSet) checkSize(readSequence(set));
};

/**
 * The packet with slices and sets of parameters only, each with a length of four bytes; null when no slice is left.
 * Cameras and encoders write places, times, settings and their names into the other units.
 */
export const cleanAvc = (data: Uint8Array, lengthSize: number): Uint8Array | null => {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const kept: Buffer[] = [];
  let hasSlice = false;
  for (let at = 0; at < bytes.length; ) {
    if (at + lengthSize > bytes.length) throw unfit('a NAL unit is cut off');
    const length = bytes.readUIntBE(at, lengthSize);
    const unit = bytes.subarray(at + lengthSize, at + lengthSize + length);
    if (unit.length < length) throw unfit('a NAL unit is cut off');
    at += lengthSize + length;
    const type = (unit[0] ?? 0) & 0x1f;
    if (type === sequenceSet || type === pictureSet) checkSet(unit, type);
    else if (!slices.includes(type)) continue;
    else hasSlice = true;
    if (kept.length > 2 * maxUnits) throw unfit('too many NAL units');
    const header = Buffer.allocUnsafe(4);
    header.writeUInt32BE(length);
    kept.push(header, unit);
  }
  return hasSlice ? Buffer.concat(kept) : null;
};

/** Reads a sequence parameter set (ITU-T H.264 7.3.2.1.1) as far as the size of the picture. */
const readSequence = (unit: Buffer) => {
  const bits = new Bits(withoutEscapes(unit.subarray(1)));
  const profile = bits.read(8);
  bits.read(16);
  bits.golomb();
  let [chroma, lumaDepth, chromaDepth] = [1, 0, 0];
  if (highProfiles.includes(profile)) {
    chroma = bits.golomb();
    if (chroma === 3) bits.flag();
    [lumaDepth, chromaDepth] = [bits.golomb(), bits.golomb()];
    if (chroma > 3 || lumaDepth > 6 || chromaDepth > 6) throw unfit('an impossible depth of colour');
    bits.flag();
    if (bits.flag())
      for (let list = 0; list < (chroma === 3 ? 12 : 8); list += 1)
        if (bits.flag()) skipScaling(bits, list < 6 ? 16 : 64);
  }
  bits.golomb();
  skipOrder(bits);
  bits.golomb();
  bits.flag();
  const [columns, rows] = [bits.golomb() + 1, bits.golomb() + 1];
  const fields = bits.flag() ? 1 : 2;
  if (fields === 2) bits.flag();
  bits.flag();
  const [left, right, top, bottom] = bits.flag()
    ? [bits.golomb(), bits.golomb(), bits.golomb(), bits.golomb()]
    : [0, 0, 0, 0];
  const unitWidth = chroma === 1 || chroma === 2 ? 2 : 1;
  const unitHeight = (chroma === 1 ? 2 : 1) * fields;
  return {
    chroma,
    lumaDepth,
    chromaDepth,
    width: columns * 16 - (left + right) * unitWidth,
    height: rows * 16 * fields - (top + bottom) * unitHeight,
  };
};

const skipScaling = (bits: Bits, size: number): void => {
  let [last, next] = [8, 8];
  for (let entry = 0; entry < size; entry += 1) {
    if (next !== 0) next = (last + bits.signedGolomb() + 256) % 256;
    if (next !== 0) last = next;
  }
};

/** The fields about the order of pictures. */
const skipOrder = (bits: Bits): void => {
  const type = bits.golomb();
  if (type === 0) bits.golomb();
  if (type !== 1) return;
  bits.flag();
  bits.golomb();
  bits.golomb();
  for (let left = bits.golomb(); left > 0; left -= 1) bits.golomb();
};

/** The bytes of a unit without those that keep it from looking like a start code. */
const withoutEscapes = (unit: Buffer): Uint8Array =>
  unit.filter((byte, at) => !(byte === 3 && unit[at - 1] === 0 && unit[at - 2] === 0));
