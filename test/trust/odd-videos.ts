import { numbers } from './odd-images.ts';

/** Boundary values. */
const edges = [0, 1, 0x7f_ff_ff_ff, 0x80_00_00_00, 0xff_ff_ff_ff, 0x1_00_00];

/** A damaged copy of one of the `valid` videos: truncated, or with bytes changed, removed or added, mostly in its tables. */
export const oddVideo = (valid: readonly Buffer[], at: number): Buffer => {
  // Neighbouring seeds would begin with nearly the same numbers.
  const draw = numbers(Math.imul(at + 1, 2_654_435_761));
  let bytes = Buffer.from(valid[at % valid.length] ?? '');
  const movie = Math.max(0, bytes.indexOf('moov', 0, 'latin1'));
  const kind = draw(6);
  if (kind === 0) return bytes.subarray(0, draw(bytes.length));
  for (let change = draw(5); change >= 0; change -= 1) {
    // WebM has its tables at the start.
    const start = draw(4) === 0 ? 0 : movie;
    const place = start + draw(Math.min(draw(3) === 0 ? bytes.length : 1_500, bytes.length - start - 4));
    if (kind === 1) bytes.writeUInt32BE(edges[draw(edges.length)] ?? 0, place);
    else if (kind === 2) bytes = Buffer.concat([bytes.subarray(0, place), bytes.subarray(place + draw(16))]);
    else if (kind === 3)
      bytes = Buffer.concat([
        bytes.subarray(0, place),
        Buffer.alloc(draw(16), draw(256)),
        bytes.subarray(place),
      ]);
    else bytes[place] = draw(256);
  }
  return bytes;
};
