import { messages } from '../../../../contract/errors/errors.ts';
import { limits } from '../../../../contract/limits.ts';
import { words } from '../../../words/words.ts';
import type { QueryClient } from '@tanstack/react-query';
import { addPhoto, draftNow, draftNumber } from './draft.ts';
import { whilePreparing } from './preparing.ts';
import { contentHashOf } from '../../media/content-hash.ts';
import { inMemory, isUnreadable } from '../../media/in-memory.ts';
import { isPhoto } from '../../media/photo-files.ts';
import { shrinkImage } from '../../media/shrink-image.ts';
import { takenDayOf } from '../../media/taken-day.ts';

const bytesOf = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const ebml = [0x1a, 0x45, 0xdf, 0xa3];

const has = (bytes: Uint8Array, mark: readonly number[], at = 0) =>
  mark.every((byte, index) => bytes[at + index] === byte);

const isPicture = (brand: string): boolean => /^(?:hei|hev|mif1|msf1|avi[fs])/.test(brand);

/** Whether a file is meant to be a video: an MP4, a MOV, a WebM or Matroska file, or anything of that type. */
export const isVideo = async (file: Blob): Promise<boolean> => {
  const start = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  const isBoxes = has(start, bytesOf('ftyp'), 4) && !isPicture(String.fromCharCode(...start.slice(8, 12)));
  return file.type.startsWith('video/') || isBoxes || has(start, ebml);
};

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

const addVideo = async (client: QueryClient, file: File): Promise<string | null> => {
  const { chooseVideo } = await import('./video-uploads.ts');
  return chooseVideo(client, file);
};

const addToDraft = async (client: QueryClient, draft: number, files: readonly File[]): Promise<string[]> => {
  const refused: string[] = [];
  for (const file of files) {
    if (draftNow().photos.length >= limits.photosPerPost) return [...refused, messages.tooManyPhotos];
    // Unreadable files are refused as photos.
    const isVideoFile = await isVideo(file).catch(() => false);
    const ready = isVideoFile ? await addVideo(client, file) : await preparePhoto(file);
    if (draftNumber() !== draft) return [];
    if (typeof ready === 'string') {
      refused.push(
        files.length > 1 ? words.compose.photos.refused({ name: file.name, reason: ready }) : ready,
      );
    } else if (ready) addPhoto(ready, file.name);
  }
  return refused;
};

// Sequentially: decoding several large photos concurrently exceeds a phone's memory.
let queue: Promise<unknown> = Promise.resolve();

/** Adds files to the draft up to its limit. */
export const addPhotos = (client: QueryClient, files: readonly File[]): Promise<void> => {
  const draft = draftNumber();
  return whilePreparing(files.length, () => {
    const taken = queue.then(() => addToDraft(client, draft, files));
    // A failed choice must not block later ones.
    queue = taken.catch(() => undefined);
    return taken;
  });
};
