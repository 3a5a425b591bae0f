import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { isPhoto } from '../media/photo-files.ts';
import { words } from '../../words/words.ts';
import { shrinkImage } from '../media/shrink-image.ts';

/** Returns the picture to upload, or the error that refuses it. The server checks its contents. */
export const makePicture = async (file: File): Promise<Blob | string> => {
  if (!(await isPhoto(file))) return messages.photoType;
  const ready = await shrinkImage(file).catch(() => null);
  if (ready === null) return words.compose.photos.changed;
  return ready.size > limits.avatarBytes ? messages.avatarTooLarge : ready;
};
