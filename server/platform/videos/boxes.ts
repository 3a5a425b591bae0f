import { unfit } from './unfit.ts';

/** A box of an MP4 or QuickTime file (ISO/IEC 14496-12 4.2): where it starts, where its content starts, its end. */
export interface Box {
  type: string;
  at: number;
  body: number;
  end: number;
}

/**
 * Reads the header of a box. `offset` is the position of `bytes` in the file or in the parent.
 * @throws UnfitVideo when the box is longer than its parent.
 */
export const readBox = (bytes: Buffer, at: number, end: number, offset = 0): Box => {
  const local = at - offset;
  if (local + 8 > bytes.length) throw unfit(`a box at ${at} is cut off`);
  const short = bytes.readUInt32BE(local);
  const type = bytes.toString('latin1', local + 4, local + 8);
  const header = short === 1 ? 16 : 8;
  if (local + header > bytes.length) throw unfit(`the box ${type} at ${at} is cut off`);
  const size = short === 1 ? Number(bytes.readBigUInt64BE(local + 8)) : short;
  if (size < header || at + size > end) throw unfit(`the box ${type} at ${at} has ${size} bytes`);
  return { type, at, body: at + header, end: at + size };
};

/** The most boxes side by side. Empty ones would take more memory than the file has bytes. */
const maxBoxes = 5_000;

/**
 * The boxes between two positions. QuickTime ends some lists with four zeros; what follows them becomes a `free` box.
 */
export const boxesIn = (bytes: Buffer, start: number, end: number): Box[] => {
  const boxes: Box[] = [];
  for (let at = start; at + 8 <= end; ) {
    if (bytes.readUInt32BE(at) === 0) {
      bytes.writeUInt32BE(end - at, at);
      hide(bytes, at);
    }
    const box = readBox(bytes, at, end);
    boxes.push(box);
    if (boxes.length > maxBoxes) throw unfit('too many boxes');
    at = box.end;
  }
  return boxes;
};

/** Renames a box, so that no reader looks into it. */
export const hide = (bytes: Buffer, at: number): void => {
  bytes.write('free', at + 4, 'latin1');
};

/** The children of some types. All others are hidden. `skip` is the length of the fields before the first child. */
export const keepOnly = (bytes: Buffer, parent: Box, types: readonly string[], skip = 0): Box[] => {
  const kept = [];
  for (const box of boxesIn(bytes, parent.body + skip, parent.end)) {
    if (types.includes(box.type)) kept.push(box);
    else hide(bytes, box.at);
  }
  return kept;
};

/** The only box of a type, or undefined. */
export const optional = (boxes: readonly Box[], type: string): Box | undefined => {
  const found = boxes.filter((box) => box.type === type);
  if (found.length > 1) throw unfit(`${found.length} boxes ${type}`);
  return found[0];
};

/** The only box of a type, with at least so many bytes of content. */
export const required = (boxes: readonly Box[], type: string, bytes = 0): Box => {
  const box = optional(boxes, type);
  if (!box) throw unfit(`no box ${type}`);
  if (box.end - box.body < bytes) throw unfit(`the box ${type} has ${box.end - box.body} bytes`);
  return box;
};

/** The rows of a table: its number of entries is checked against the bytes of its box before it is used. */
export const tableOf = (bytes: Buffer, box: Box, entrySize: number): { entries: number; at: number } => {
  const at = box.body + 8;
  if (at > box.end) throw unfit(`the table ${box.type} is cut off`);
  const entries = bytes.readUInt32BE(box.body + 4);
  if (at + entries * entrySize > box.end) throw unfit(`the table ${box.type} claims ${entries} entries`);
  return { entries, at };
};
