import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { VideoType } from '../../../contract/shapes.ts';
import { videoName } from '../../access/present-photos.ts';
import { missing } from '../../platform/problem.ts';
import type { Storage } from '../../platform/storage/storage.ts';

/** A video is stored in pieces of this size, so that none of them is too large for memory, backups and S3. */
const pieceBytes = 8 * 1024 * 1024;

const pieceKey = (name: string, piece: number): string => `${name}.${piece}`;

interface VideoColumns {
  public_id: string;
  video_type?: VideoType | null | undefined;
  video_bytes?: number | null | undefined;
}

/** Where the pieces of an image's video lie in the storage; none for a photo. */
export const videoKeys = ({ public_id, video_type, video_bytes }: VideoColumns): string[] =>
  video_type && video_bytes
    ? Array.from({ length: Math.ceil(video_bytes / pieceBytes) }, (_, piece) =>
        pieceKey(videoName(public_id, video_type), piece),
      )
    : [];

/** Stores a file piece by piece. */
export const storeVideo = async (storage: Storage, name: string, file: string): Promise<void> => {
  await using handle = await open(file);
  for (let piece = 0; ; piece += 1) {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(pieceBytes), 0, pieceBytes, null);
    if (bytesRead === 0) return;
    await storage.put(pieceKey(name, piece), buffer.subarray(0, bytesRead));
  }
};

/** The bytes of a video from `start` to `end`, both inclusive. Null if it is not there. */
export const readVideo = async (
  storage: Storage,
  name: string,
  { start, end }: { start: number; end: number },
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
