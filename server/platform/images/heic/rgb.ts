import { UnfitPhoto } from '../unfit.ts';

type Samples = Uint8Array | Uint16Array;

/** A decoded picture in memory: brightness and two planes of colour, which may be smaller; grey photos have none. */
export interface Planes {
  width: number;
  height: number;
  bits: number;
  luma: (row: number) => Samples;
  chroma: {
    blue: (row: number) => Samples;
    red: (row: number) => Samples;
    shiftX: number;
    shiftY: number;
  } | null;
  /** The number of the matrix in ITU-T H.273. */
  matrix: number;
  isFullRange: boolean;
}

const identity = 0;
const bt601 = [0.299, 0.114] as const;
/** The shares of red and blue in brightness, by the number of the matrix. */
const weights: Readonly<Record<number, readonly [red: number, blue: number]>> = {
  1: [0.2126, 0.0722],
  2: bt601,
  5: bt601,
  6: bt601,
  9: [0.2627, 0.0593],
};

/** Writes a row of 3 × `width` bytes. */
export type CopyRow = (row: number, into: Buffer, at: number) => void;

/**
 * Converts rows to red, green and blue. `levels` has the resulting byte for each value of the picture's depth.
 * @throws UnfitPhoto
 */
export const rowsOf = (planes: Planes, levels: Uint8Array): CopyRow => {
  const { width, bits, luma, chroma, matrix, isFullRange } = planes;
  const max = 2 ** bits - 1;
  const step = 2 ** (bits - 8);
  const half = 128 * step;
  const black = isFullRange ? 0 : 16 * step;
  const lumaScale = isFullRange ? 1 : max / (219 * step);
  const chromaScale = isFullRange ? 1 : max / (224 * step);
  const level = (value: number): number => levels[value < 0 ? 0 : value > max ? max : (value + 0.5) | 0] ?? 0;

  if (!chroma)
    return (row, into, at) => {
      const values = luma(row);
      for (let x = 0; x < width; x++)
        into.fill(level(((values[x] ?? 0) - black) * lumaScale), at + 3 * x, at + 3 * x + 3);
    };

  const { shiftX, shiftY } = chroma;
  if (matrix === identity)
    return (row, into, at) => {
      const [green, blue, red] = [luma(row), chroma.blue(row >> shiftY), chroma.red(row >> shiftY)];
      for (let x = 0; x < width; x++) {
        const there = at + 3 * x;
        into[there] = level(((red[x >> shiftX] ?? 0) - black) * lumaScale);
        into[there + 1] = level(((green[x] ?? 0) - black) * lumaScale);
        into[there + 2] = level(((blue[x >> shiftX] ?? 0) - black) * lumaScale);
      }
    };

  const shares = weights[matrix];
  if (!shares) throw new UnfitPhoto('photoType', `colours by matrix ${matrix}`);
  const [shareRed, shareBlue] = shares;
  const shareGreen = 1 - shareRed - shareBlue;
  const toRed = 2 * (1 - shareRed) * chromaScale;
  const toBlue = 2 * (1 - shareBlue) * chromaScale;
  const greenOfRed = (toRed * shareRed) / shareGreen;
  const greenOfBlue = (toBlue * shareBlue) / shareGreen;
  return (row, into, at) => {
    const [values, blues, reds] = [luma(row), chroma.blue(row >> shiftY), chroma.red(row >> shiftY)];
    for (let x = 0; x < width; x++) {
      const light = ((values[x] ?? 0) - black) * lumaScale;
      const blue = (blues[x >> shiftX] ?? 0) - half;
      const red = (reds[x >> shiftX] ?? 0) - half;
      const there = at + 3 * x;
      into[there] = level(light + toRed * red);
      into[there + 1] = level(light - greenOfRed * red - greenOfBlue * blue);
      into[there + 2] = level(light + toBlue * blue);
    }
  };
};
