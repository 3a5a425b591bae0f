import sharp from 'sharp';

/** A small JPEG of one colour. */
export const plainPhoto = (width = 600, height = 400): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#c86432' } })
    .jpeg()
    .toBuffer();

/** A JPEG with visible content. */
export const landscapePhoto = (width = 1600, height = 1100): Promise<Buffer> => {
  const hill = `M0 ${height * 0.7} Q ${width / 2} ${height * 0.4} ${width} ${height * 0.75} V ${height} H 0 Z`;
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#9cc7d8"/><circle cx="${width * 0.7}" cy="${height * 0.3}" r="90" fill="#f4d35e"/>
    <path d="${hill}" fill="#4c7a4a"/></svg>`;
  return sharp(Buffer.from(picture)).jpeg().toBuffer();
};

/** A JPEG that does not compress: noise. */
export const noisePhoto = (width: number, height: number): Promise<Buffer> =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg({ quality: 90 })
    .toBuffer();
