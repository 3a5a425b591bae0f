import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { words } from '../../words/words.ts';
import { contentHashOf } from './content-hash.ts';
import { inMemory, isUnreadable } from './in-memory.ts';
import { isPhoto } from './photo-files.ts';
import { shrinkImage } from './shrink-image.ts';
import { takenDayOf } from './taken-day.ts';

interface PreparedPhoto {
  file: Blob;
  /** The day on which it was taken: a shrunk photo has no metadata. */
  takenOn: string | null;
  /** The SHA-256 of the file that was chosen, in hex: an import does not bring it again (IMPORT-6). */
  contentHash: string;
}

/** The photo as it will be uploaded, or the reason why it is refused. */
export const preparePhoto = async (chosen: Blob): Promise<PreparedPhoto | string> => {
  try {
    if (!(await isPhoto(chosen))) return messages.photoType;
    // Some files can be read once, or not for long.
    const file = await inMemory(chosen);
    const takenOn = await takenDayOf(file);
    const contentHash = await contentHashOf(file);
    const ready = await shrinkImage(file);
    return ready.size > limits.photoBytes ? messages.photoTooLarge : { file: ready, takenOn, contentHash };
  } catch (error) {
    return isUnreadable(error) ? words.compose.photos.changed : messages.photoBroken;
  }
};

/** A photo as it was chosen, read into memory, or the reason why it is refused. */
export const readPhoto = async (chosen: File): Promise<Blob | string> => {
  try {
    const file = await inMemory(chosen);
    return (await isPhoto(file)) ? file : messages.photoType;
  } catch (error) {
    return isUnreadable(error) ? words.compose.photos.changed : messages.photoBroken;
  }
};
