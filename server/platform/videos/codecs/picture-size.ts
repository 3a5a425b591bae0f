import { UnfitVideo, unfit } from '../unfit.ts';

/** The most pixels of the longer and of the shorter side: 1080p, whose codecs round up to 1088. */
const longest = 1920;
const shortest = 1088;
const smallest = 16;

export interface Size {
  width: number;
  height: number;
}

/** Checks the size of the picture. The browser converts larger videos before it uploads them. */
export const checkSize = ({ width, height }: Size): void => {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  if (!(short >= smallest)) throw unfit(`${width} × ${height} pixels`);
  if (short > shortest || long > longest) throw new UnfitVideo('videoTooWide', `${width} × ${height} pixels`);
};
