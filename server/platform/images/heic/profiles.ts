/** Red, green and blue as XYZ, adapted to D50, by the number of the primaries in ITU-T H.273. */
const primaries: Readonly<Record<number, readonly (readonly number[])[]>> = {
  // BT.2020
  9: [
    [0.673459, 0.279033, -0.001931],
    [0.165661, 0.675338, 0.029979],
    [0.1251, 0.045629, 0.797162],
  ],
  // Display P3
  12: [
    [0.515102, 0.241182, -0.001049],
    [0.291965, 0.692236, 0.041882],
    [0.157153, 0.066582, 0.784378],
  ],
};

const whiteD50 = [0.9642, 1, 0.8249];

/** A number as ICC's s15Fixed16Number. */
const fixed = (values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeInt32BE(Math.round(value * 65_536), index * 4);
  return bytes;
};

const tagOf = (type: string, content: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${type}\0\0\0\0`, 'latin1'), content]);

const xyz = (values: readonly number[]): Buffer => tagOf('XYZ ', fixed(values));

/** The sRGB curve as ICC's parametric curve of type 3. */
const curve = tagOf(
  'para',
  Buffer.concat([Buffer.from([0, 3, 0, 0]), fixed([2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])]),
);

/**
 * Makes the ICC profile (ICC.1:2010) of a HEIC that names its primaries by number only, with the curve of sRGB. Returns
 * null for sRGB, and for rare primaries, which are then shown as sRGB.
 */
export const profileOf = (number: number): Buffer | null => {
  const colours = primaries[number];
  if (!colours) return null;
  const [red = [], green = [], blue = []] = colours;
  const tags: [string, Buffer][] = [
    ['wtpt', xyz(whiteD50)],
    ['rXYZ', xyz(red)],
    ['gXYZ', xyz(green)],
    ['bXYZ', xyz(blue)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ];
  const table = Buffer.alloc(4 + tags.length * 12);
  table.writeUInt32BE(tags.length);
  let offset = 128 + table.length;
  for (const [index, [name, content]] of tags.entries()) {
    table.write(name, 4 + index * 12, 'latin1');
    table.writeUInt32BE(offset, 8 + index * 12);
    table.writeUInt32BE(content.length, 12 + index * 12);
    offset += content.length;
  }
  const header = Buffer.alloc(128);
  header.writeUInt32BE(offset, 0);
  header.writeUInt32BE(0x0420_0000, 8);
  header.write('mntrRGB XYZ ', 12, 'latin1');
  header.write('acsp', 36, 'latin1');
  header.set(fixed(whiteD50), 68);
  return Buffer.concat([header, table, ...tags.map(([, content]) => content)]);
};
