import { inMemory } from './in-memory.ts';
import { shrinkImage } from './shrink-image.ts';
import { takenDayOf } from './taken-day.ts';

export interface ReadyPhoto {
  file: Blob;
  /** The day on which it was taken: a shrunk photo has no metadata. */
  takenOn: string | null;
  /** The SHA-256 of the file that was chosen, in hex: an import does not bring it again. */
  contentHash: string;
}

/**
 * A photo as it will be uploaded.
 * @param hashOf the SHA-256 of a file, in hex
 * @throws DOMException if its file can no longer be read
 */
export const readyPhoto = async (
  chosen: Blob,
  hashOf: (file: Blob) => Promise<string>,
): Promise<ReadyPhoto> => {
  // Some files can be read once, or not for long.
  const file = await inMemory(chosen);
  const takenOn = await takenDayOf(file);
  const contentHash = await hashOf(file);
  return { file: await shrinkImage(file), takenOn, contentHash };
};
