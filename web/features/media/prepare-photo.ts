import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { words } from '../../words/words.ts';
import { contentHashOf } from './content-hash.ts';
import { inMemory, isUnreadable } from './in-memory.ts';
import { isPhoto } from './photo-files.ts';
import { type ReadyPhoto, readyPhoto } from './ready-photo.ts';
import { shrinkImage } from './shrink-image.ts';

/** The photo as it will be uploaded, or the reason why it is refused. */
export const preparePhoto = async (chosen: Blob): Promise<ReadyPhoto | string> => {
  try {
    if (!(await isPhoto(chosen))) return messages.photoType;
    const ready = await readyPhoto(chosen, contentHashOf);
    return ready.file.size > limits.photoBytes ? messages.photoTooLarge : ready;
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

/** A photo that is refused on this device; the message says why. */
export class PhotoRefused extends Error {
  override readonly name = 'PhotoRefused';
}

/** A picture as it will be uploaded. @throws PhotoRefused */
export const preparePicture = async (chosen: File): Promise<Blob> => {
  const read = await readPhoto(chosen);
  if (typeof read === 'string') throw new PhotoRefused(read);
  return shrinkImage(read);
};
