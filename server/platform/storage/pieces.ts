import { Readable } from 'node:stream';
import { missing } from '../problem.ts';
import type { Storage } from './storage.ts';

/** Large files are stored in pieces of this size, so that none of them is too large for memory, backups and S3. */
export const pieceBytes = 8 * 1024 * 1024;

/** The storage key of a piece, counted from 0. */
export const pieceKey = (name: string, piece: number): string => `${name}.${piece}`;

/**
 * The bytes of a file that is stored in pieces, from `start` to `end`, both inclusive. Null if it is not there.
 * `assertMay` runs before each piece after the first: if it throws, the answer breaks off.
 */
export const readPieces = async (
  storage: Storage,
  name: string,
  { start, end }: { start: number; end: number },
  assertMay: () => Promise<void> = () => Promise.resolve(),
): Promise<Readable | null> => {
  const readPiece = async (piece: number): Promise<Readable | null> => {
    const before = piece * pieceBytes;
    const range = { start: Math.max(0, start - before), end: Math.min(end - before, pieceBytes - 1) };
    return (await storage.read(pieceKey(name, piece), range))?.stream ?? null;
  };
  const firstPiece = Math.floor(start / pieceBytes);
  const lastPiece = Math.floor(end / pieceBytes);
  const first = await readPiece(firstPiece);
  if (!first) return null;
  const whole = Readable.from(
    (async function* pieces() {
      yield* first;
      for (let piece = firstPiece + 1; piece <= lastPiece; piece += 1) {
        await assertMay();
        const next = await readPiece(piece);
        // The answer breaks off: its length was stated.
        if (!next) throw missing();
        yield* next;
      }
    })(),
    { objectMode: false },
  );
  // A reader that leaves before the first byte never starts the generator, which closes the first piece and handles its
  // errors.
  whole.once('close', () => first.destroy());
  first.on('error', () => undefined);
  return whole;
};
