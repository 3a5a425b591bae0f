import { messages } from '../../../../contract/errors/errors.ts';
import { limits } from '../../../../contract/limits.ts';
import { words } from '../../../words/words.ts';
import { addPhoto, draftNow, draftNumber } from './draft.ts';
import { shrinkImage } from '../../media/shrink-image.ts';

const bytesOf = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const jpeg = [0xff, 0xd8, 0xff];
const png = [0x89, ...bytesOf('PNG')];
const riff = bytesOf('RIFF');
const webp = bytesOf('WEBP');

const has = (bytes: Uint8Array, mark: readonly number[], at = 0) =>
  mark.every((byte, index) => bytes[at + index] === byte);

/** Sniffs the type from the content, as the server does: a GIF named .jpg is a GIF. */
const isPhoto = async (file: Blob): Promise<boolean> => {
  const start = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  return has(start, jpeg) || has(start, png) || (has(start, riff) && has(start, webp, 8));
};

/** The photo as it will be uploaded, or the reason why it is refused. */
export const preparePhoto = async (file: File): Promise<Blob | string> => {
  try {
    if (!(await isPhoto(file))) return messages.photoType;
    const ready = await shrinkImage(file);
    return ready.size > limits.photoBytes ? messages.photoTooLarge : ready;
  } catch {
    return messages.photoBroken;
  }
};

const addToDraft = async (draft: number, files: readonly File[]): Promise<string[]> => {
  const refused: string[] = [];
  for (const file of files) {
    if (draftNow().photos.length >= limits.photosPerPost) return [...refused, messages.tooManyPhotos];
    const ready = await preparePhoto(file);
    if (draftNumber() !== draft) return [];
    if (typeof ready !== 'string') addPhoto(ready, file.name);
    else refused.push(files.length > 1 ? words.compose.photos.refused(file.name, ready) : ready);
  }
  return refused;
};

// Sequentially: decoding several large photos concurrently exceeds a phone's memory.
let queue: Promise<unknown> = Promise.resolve();

/** Adds files to the draft up to its limit; returns the reasons for refused ones. */
export const addPhotos = (files: readonly File[]): Promise<string[]> => {
  const draft = draftNumber();
  const taken = queue.then(() => addToDraft(draft, files));
  // A failed choice must not block later ones.
  queue = taken.catch(() => undefined);
  return taken;
};
