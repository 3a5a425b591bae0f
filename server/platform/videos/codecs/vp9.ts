import { Bits } from './bits.ts';
import { checkSize } from './picture-size.ts';
import { unfit } from '../unfit.ts';

const syncCode = 0x49_83_42;
const rgb = 7;

/** Checks the size of the picture in a key frame (VP9 6.2). A frame has no place for metadata. */
export const checkVp9Key = (data: Uint8Array): void => {
  const bits = new Bits(data.subarray(0, 16));
  if (bits.read(2) !== 2) throw unfit('not a frame of VP9');
  const profile = bits.read(1) + 2 * bits.read(1);
  if (profile === 3) bits.flag();
  const [isRepeated, isDependent] = [bits.flag(), bits.flag()];
  if (isRepeated || isDependent) throw unfit('a key frame that depends on others');
  bits.read(2);
  if (bits.read(24) !== syncCode) throw unfit('not a key frame of VP9');
  if (profile >= 2) bits.flag();
  const isRgb = bits.read(3) === rgb;
  if (!isRgb) bits.flag();
  if (profile % 2 === 1) bits.read(isRgb ? 1 : 3);
  checkSize({ width: bits.read(16) + 1, height: bits.read(16) + 1 });
};
