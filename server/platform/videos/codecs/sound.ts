import { Bits } from './bits.ts';
import { unfit } from '../unfit.ts';

/** Elements of a raw AAC packet (ISO/IEC 14496-3 table 4.85) that a decoder skips. */
const dataElement = 4;
const fillElement = 6;
/** It describes the channels, with a comment. */
const programElement = 5;

/** Object types of AAC (ISO/IEC 14496-3 table 1.17): LC, and the two kinds of high efficiency that build on it. */
const aacLc = 2;
const highEfficiency = [5, 29];

/**
 * The AudioSpecificConfig (ISO/IEC 14496-3 1.6.2.1) without what follows its fields.
 * @throws UnfitVideo for rare kinds of AAC, which the browser converts.
 */
export const cleanAacConfig = (config: Uint8Array): Buffer => {
  const bits = new Bits(config);
  const skipFrequency = () => {
    if (bits.read(4) === 15) bits.read(24);
  };
  let type = bits.read(5);
  skipFrequency();
  const channels = bits.read(4);
  if (highEfficiency.includes(type)) {
    skipFrequency();
    type = bits.read(5);
  }
  // Without a number of channels the config describes them one by one, with a comment.
  if (type !== aacLc || channels === 0) throw unfit(`AAC of type ${type} with channels ${channels}`);
  bits.flag();
  if (bits.flag()) bits.read(14);
  bits.flag();
  let end = bits.at;
  // Older decoders play the lower half of the frequencies; these fields tell the others about the upper half.
  if (bits.left >= 17 && bits.read(11) === 0x2b7 && highEfficiency.includes(bits.read(5))) {
    if (bits.flag()) skipFrequency();
    end = bits.at;
    if (bits.left >= 12 && bits.read(11) === 0x548) end = bits.at + 1;
  }
  return clearBits(Buffer.from(config.subarray(0, Math.ceil(end / 8))), end, Math.ceil(end / 8) * 8);
};

/**
 * The packet with zeros in its leading elements that a decoder skips: encoders write their names there.
 * @throws UnfitVideo
 */
export const cleanAac = (data: Uint8Array): Uint8Array => {
  const bits = new Bits(data);
  let cleaned: Buffer | undefined;
  for (;;) {
    if (bits.left < 24) return cleaned ?? data;
    const element = bits.read(3);
    if (element === programElement) throw unfit('a packet of AAC describes its channels');
    if (element !== fillElement && element !== dataElement) return cleaned ?? data;
    const length = element === fillElement ? readFill(bits) : readData(bits);
    if (length * 8 > bits.left) throw unfit('a packet of AAC is cut off');
    cleaned = clearBits(cleaned ?? Buffer.from(data), bits.at, bits.at + length * 8);
    bits.at += length * 8;
  }
};

const readFill = (bits: Bits): number => {
  const length = bits.read(4);
  return length === 15 ? length + bits.read(8) - 1 : length;
};

const readData = (bits: Bits): number => {
  bits.read(4);
  const isAligned = bits.flag();
  const first = bits.read(8);
  const length = first === 255 ? first + bits.read(8) : first;
  if (isAligned) bits.at = Math.ceil(bits.at / 8) * 8;
  return length;
};

const clearBits = (bytes: Buffer, start: number, end: number): Buffer => {
  for (let at = start; at < end; at += 1) {
    const index = at >>> 3;
    bytes[index] = (bytes[index] ?? 0) & ~(128 >>> (at & 7));
  }
  return bytes;
};

/** The identification header of Opus (RFC 7845 5.1) without what follows its fields. */
export const cleanOpusHead = (head: Uint8Array): Buffer => {
  const [channels = 0, family = 0] = [head[9], head[18]];
  if (head.length < 19 || channels === 0 || channels > 8 || family > 1) throw unfit('a rare kind of Opus');
  const length = family === 0 ? 19 : 21 + channels;
  if (head.length < length || (family === 0 && channels > 2)) throw unfit('the header of Opus is cut off');
  const cleaned = Buffer.from(head.subarray(0, length));
  // The rate of the recording only informs; Opus always plays at 48 kHz.
  cleaned.writeUInt32LE(48_000, 12);
  return cleaned;
};

/** The packet with zeros as padding (RFC 6716 3.2.5): decoders skip whatever it contains. */
export const cleanOpus = (data: Uint8Array): Uint8Array => {
  const hasPadding = ((data[0] ?? 0) & 3) === 3 && ((data[1] ?? 0) & 0x40) !== 0;
  if (!hasPadding) return data;
  let [at, padding] = [2, 0];
  while (data[at] === 255) {
    padding += 254;
    at += 1;
  }
  padding += data[at] ?? 0;
  if (at + 1 + padding > data.length) throw unfit('a packet of Opus is cut off');
  return Buffer.from(data).fill(0, data.length - padding);
};
