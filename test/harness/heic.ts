import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../setup/sources.ts';

// Builds HEIC files (ISO/IEC 23008-12) out of pictures that were encoded before, see test/fixtures/heic.

const u8 = (...values: number[]): Buffer => Buffer.from(values);
const u16 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, index * 2);
  return bytes;
};
const u32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
};
const text = (value: string): Buffer => Buffer.from(value, 'latin1');

export const box = (name: string, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([u32(content.length + 8), text(name), content]);
};
const fullBox = (name: string, version: number, flags: number, ...parts: Buffer[]): Buffer =>
  box(name, u32((version << 24) | flags), ...parts);

/** Properties of items. */
export const size = (width: number, height: number): Buffer => fullBox('ispe', 0, 0, u32(width, height));
/** Rotates by this many quarter turns, counter-clockwise. */
export const rotation = (quarters: number): Buffer => box('irot', u8(quarters));
/** Mirrors top and bottom (0), or left and right (1). */
export const mirror = (axis: 0 | 1): Buffer => box('imir', u8(axis));
export const numberedColours = (primaries: number, transfer: number, matrix = 6): Buffer =>
  box('colr', text('nclx'), u16(primaries, transfer, matrix), u8(0x80));
export const profile = (icc: Buffer): Buffer => box('colr', text('prof'), icc);

export interface Item {
  type: 'hvc1' | 'grid' | 'Exif' | 'mime';
  data: Buffer;
  properties?: Buffer[];
  /** References to other items by position. */
  references?: { type: 'dimg' | 'cdsc' | 'thmb' | 'auxl'; to: number[] };
  isHidden?: boolean;
}

export interface Encoded {
  width: number;
  height: number;
  /** The decoder's configuration: a box `hvcC`. */
  configuration: Buffer;
  data: Buffer;
}

const boxIn = (file: Buffer, name: string): Buffer => {
  const at = file.indexOf(name, 0, 'latin1') - 4;
  return file.subarray(at, at + file.readUInt32BE(at));
};

/** Reads a file of one picture, as heif-enc writes it. */
export const readEncoded = (name: string): Encoded => {
  const file = readFileSync(path.join(root, 'test/fixtures/heic', name));
  const ispe = boxIn(file, 'ispe');
  return {
    width: ispe.readUInt32BE(12),
    height: ispe.readUInt32BE(16),
    configuration: boxIn(file, 'hvcC'),
    data: boxIn(file, 'mdat').subarray(8),
  };
};

/** A unit of HEVC without the bytes 3 that stand after two zeros (ITU-T H.265, 7.4.2), and with them. */
const unescaped = (unit: Buffer): Buffer => text(unit.toString('latin1').replaceAll('\0\0\u0003', '\0\0'));
const escaped = (unit: Buffer): Buffer =>
  // oxlint-disable-next-line no-control-regex -- bytes, no text
  text(unit.toString('latin1').replaceAll(/\0\0(?=[\0-\u0003])/g, '\0\0\u0003'));

const toBits = (bytes: Buffer): string =>
  [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
const fromBits = (bits: string): Buffer =>
  u8(...(bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));

/** The start of a list of sequence parameters, as heif-enc writes it: their type, and that there is one. */
const sequenceStart = u8(0x21, 0, 1);
/** How heif-enc describes colours: full range, unspecified primaries and transfer, matrix 6. */
const description = '110111' + '00000010'.repeat(2) + '00000110';

/** The picture as phones before iOS 13 encode it: the bitstream names its range, and no colours. */
export const withoutColours = (picture: Encoded, isFullRange: boolean): Encoded => {
  const { configuration } = picture;
  const from = configuration.indexOf(sequenceStart) + sequenceStart.length;
  const to = from + 2 + configuration.readUInt16BE(from);
  const bits = toBits(unescaped(configuration.subarray(from + 2, to)));
  const changed = bits.replace(description, `1101${isFullRange ? 1 : 0}0`).replace(/0+$/, '');
  const unit = escaped(fromBits(changed.padEnd(bits.length, '0').replace(/(?:0{8})+$/, '')));
  return {
    ...picture,
    configuration: box(
      'hvcC',
      configuration.subarray(8, from),
      u16(unit.length),
      unit,
      configuration.subarray(to),
    ),
  };
};

export const fixture = (name: string): Buffer => readFileSync(path.join(root, 'test/fixtures/heic', name));

export const pictureItem = (
  { width, height, configuration, data }: Encoded,
  ...properties: Buffer[]
): Item => ({ type: 'hvc1', data, properties: [size(width, height), configuration, ...properties] });

/** A grid with its tiles: item 0 is the grid, the others are its tiles. All tiles share the data of one picture. */
export const gridItems = (tile: Encoded, columns: number, rows: number, ...properties: Buffer[]): Item[] => {
  const [width, height] = [tile.width * columns, tile.height * rows];
  const count = columns * rows;
  return [
    {
      type: 'grid',
      data: Buffer.concat([u8(0, 1, rows - 1, columns - 1), u32(width, height)]),
      properties: [size(width, height), ...properties],
      references: { type: 'dimg', to: Array.from({ length: count }, (_, index) => index + 1) },
    },
    ...Array.from({ length: count }, () => ({ ...pictureItem(tile), isHidden: true })),
  ];
};

/** Place, camera and other secrets as phones write them: EXIF and XMP. */
export const secretItems = (exif: Buffer, xmp: string): Item[] => [
  { type: 'Exif', data: Buffer.concat([u32(0), exif]), references: { type: 'cdsc', to: [0] } },
  { type: 'mime', data: text(xmp), references: { type: 'cdsc', to: [0] } },
];

/** The thumbnail of the first item. */
export const thumbnail = (picture: Encoded): Item => ({
  ...pictureItem(picture),
  references: { type: 'thmb', to: [0] },
});

/** An auxiliary picture of the first item, as for depth or HDR. */
export const auxiliary = (picture: Encoded, kind: string): Item => ({
  ...pictureItem(picture, fullBox('auxC', 0, 0, text(`${kind}\0`))),
  references: { type: 'auxl', to: [0] },
  isHidden: true,
});

const itemInfo = ({ type, isHidden }: Item, index: number): Buffer =>
  fullBox(
    'infe',
    2,
    isHidden ? 1 : 0,
    u16(index + 1, 0),
    text(`${type}\0`),
    text(type === 'mime' ? 'application/rdf+xml\0' : ''),
  );

const references = (items: readonly Item[]): Buffer =>
  fullBox(
    'iref',
    0,
    0,
    ...items.flatMap(({ references: found }, index) =>
      found ? [box(found.type, u16(index + 1, found.to.length), u16(...found.to.map((to) => to + 1)))] : [],
    ),
  );

/** Transformations and the decoder's configuration are essential. */
const isEssential = (property: Buffer): boolean =>
  ['hvcC', 'irot', 'imir'].includes(property.toString('latin1', 4, 8));

const itemProperties = (items: readonly Item[]): Buffer => {
  const all: Buffer[] = [];
  const indexOf = (property: Buffer): number => {
    const known = all.findIndex((one) => one.equals(property));
    return known === -1 ? all.push(property) : known + 1;
  };
  const places = items.map(({ properties = [] }) =>
    properties.map((property) => (isEssential(property) ? 0x80 : 0) | indexOf(property)),
  );
  const associations = places.map((used, index) => Buffer.concat([u16(index + 1), u8(used.length, ...used)]));
  return box('iprp', box('ipco', ...all), fullBox('ipma', 0, 0, u32(items.length), ...associations));
};

/** Builds a file. The first item is the primary one. Equal data is stored once. */
export const heic = (
  items: readonly Item[],
  { brand = 'heic', brands = ['mif1', 'heic'] }: { brand?: string; brands?: string[] } = {},
): Buffer => {
  const start = box('ftyp', text(brand), u32(0), text(brands.join('')));
  const stored = [...new Set(items.map(({ data }) => data))];
  const meta = (offset: number): Buffer => {
    const places = new Map<Buffer, number>();
    let next = offset;
    for (const data of stored) {
      places.set(data, next);
      next += data.length;
    }
    const locations = items.map(({ data }, index) =>
      Buffer.concat([u16(index + 1, 0, 1), u32(places.get(data) ?? 0, data.length)]),
    );
    return fullBox(
      'meta',
      0,
      0,
      fullBox('hdlr', 0, 0, u32(0), text('pict'), u32(0, 0, 0), u8(0)),
      fullBox('pitm', 0, 0, u16(1)),
      fullBox('iloc', 0, 0, u16(0x4400, items.length), ...locations),
      fullBox('iinf', 0, 0, u16(items.length), ...items.map(itemInfo)),
      references(items),
      itemProperties(items),
    );
  };
  return Buffer.concat([start, meta(start.length + meta(0).length + 8), box('mdat', ...stored)]);
};
