import { open } from 'node:fs/promises';
import type { VideoType } from '../../../contract/shapes.ts';
import { videoName } from '../../access/show/photos.ts';
import { pieceBytes, pieceKey } from '../../platform/storage/pieces.ts';
import type { Storage } from '../../platform/storage/storage.ts';

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
