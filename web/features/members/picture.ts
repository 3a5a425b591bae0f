import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { shrinkImage } from '../media/shrink-image.ts';

/** The picture as it will be sent, or the words that refuse it. What it really holds, the server looks at. */
export const makePicture = async (file: File): Promise<Blob | string> => {
  if (!/^image\/(?:jpeg|png|webp)$/.test(file.type)) return messages.photoType;
  const ready = await shrinkImage(file);
  return ready.size > limits.avatarBytes ? messages.avatarTooLarge : ready;
};
