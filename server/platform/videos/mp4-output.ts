import { type Box, boxesIn, readBox } from './boxes.ts';
import { TargetFile } from './target-file.ts';

/** Boxes with children that the copy may contain, with the bytes of fields before the children. */
const parents: Record<string, number> = {
  moov: 0,
  trak: 0,
  edts: 0,
  mdia: 0,
  minf: 0,
  dinf: 0,
  stbl: 0,
  dref: 8,
  stsd: 8,
  avc1: 78,
  avc3: 78,
  vp09: 78,
  av01: 78,
  mp4a: 28,
  Opus: 28,
};
const leaves =
  /^(?:mvhd|tkhd|elst|mdhd|hdlr|vmhd|smhd|url |stts|ctts|cslg|stsc|stsz|stco|stss|avcC|vpcC|av1C|pasp|colr|btrt|esds|dOps)$/;

const pieceSize = 1024 * 1024;

/**
 * Writes the final MP4 file: `moov` before `mdat`, so that it plays while it arrives. Clears what the library adds: the
 * time of writing, the names of its handlers and its own name. `path` is that of the new file.
 */
export const finishMp4 = (
  written: TargetFile,
  { bytes: movieBytes, at: movieAt }: { bytes: Uint8Array; at: number },
  path: string,
): void => {
  const movie = Buffer.from(movieBytes);
  const start = written.read(0, Buffer.alloc(64));
  const type = readBox(start, 0, movieAt);
  // The library reserves a long header for `mdat`.
  const content = type.end + 16;
  const shift = movie.length - 8;
  const [root] = boxesIn(movie, 0, movie.length);
  if (root) clean(movie, root, shift);
  using target = new TargetFile(path);
  const header = Buffer.from('\0\0\0\0mdat', 'latin1');
  header.writeUInt32BE(8 + movieAt - content);
  target.write(start.subarray(0, type.end), 0);
  target.write(movie, type.end);
  target.write(header, type.end + movie.length);
  const piece = Buffer.alloc(pieceSize);
  for (let at = content; at < movieAt; at += pieceSize)
    target.write(written.read(at, piece.subarray(0, movieAt - at)), at + shift);
};

const clean = (bytes: Buffer, box: Box, shift: number): void => {
  const { type, body, end } = box;
  const fields = parents[type];
  if (fields === undefined && !leaves.test(type)) throw new Error(`The copy has a box ${type}.`);
  if (type === 'mvhd' || type === 'tkhd' || type === 'mdhd')
    bytes.fill(0, body + 4, body + (bytes[body] === 1 ? 20 : 12));
  if (type === 'hdlr') bytes.fill(0, body + 24, end);
  // The name of the compressor.
  if (fields === 78) bytes.fill(0, body + 42, body + 74);
  if (type === 'stco')
    for (let at = body + 8; at < end; at += 4) bytes.writeUInt32BE(bytes.readUInt32BE(at) + shift, at);
  if (fields === undefined) return;
  for (const child of boxesIn(bytes, body + fields, end)) clean(bytes, child, shift);
};
