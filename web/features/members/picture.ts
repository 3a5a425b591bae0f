import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { shrinkImage } from '../media/shrink-image.ts';

/** Returns the picture to upload, or the error that refuses it. The server checks its contents. */
export const makePicture = async (file: File): Promise<Blob | string> => {
  if (!/^image\/(?:jpeg|png|webp)$/.test(file.type)) return messages.photoType;
  const ready = await shrinkImage(file);
  return ready.size > limits.avatarBytes ? messages.avatarTooLarge : ready;
};
