import sharp, { type Sharp } from 'sharp';

/** Colours of the chart's patches; all lie within sRGB. */
const patches = [
  [200, 40, 40],
  [40, 160, 60],
  [50, 70, 190],
  [230, 200, 60],
  [250, 250, 250],
  [20, 20, 20],
];

export const chartSize = { width: 384, height: 256 };

/** A test chart: a row of patches above, a grey ramp from black to white below. Its four corners differ. */
export const chart = (): Sharp => {
  const { width, height } = chartSize;
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const grey = Math.round((255 * x) / (width - 1));
      const patch = patches[Math.floor((x * patches.length) / width)];
      pixels.set(y < height / 2 && patch ? patch : [grey, grey, grey], (y * width + x) * 3);
    }
  }
  return sharp(pixels, { raw: { ...chartSize, channels: 3 } });
};

/**
 * The largest difference of two pictures of the chart, away from the edges of patches, where chroma at half resolution
 * blurs.
 */
export const differenceOf = async (picture: Buffer, expected: Buffer): Promise<number> => {
  const [pixels, reference] = await Promise.all(
    [picture, expected].map((one) =>
      sharp(one)
        .removeAlpha()
        .resize({ ...chartSize, fit: 'fill', kernel: 'nearest' })
        .raw()
        .toBuffer(),
    ),
  );
  if (!pixels || !reference) throw new Error('There is no picture to compare.');
  const { width, height } = chartSize;
  let largest = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const column = width / patches.length;
      const fromEdge = Math.min(x % column, column - (x % column));
      if (fromEdge < 8 || Math.abs(y - height / 2) < 8) continue;
      for (let channel = 0; channel < 3; channel++) {
        const at = (y * width + x) * 3 + channel;
        largest = Math.max(largest, Math.abs((pixels[at] ?? 0) - (reference[at] ?? 0)));
      }
    }
  }
  return largest;
};
