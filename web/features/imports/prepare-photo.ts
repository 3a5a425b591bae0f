import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/errors/errors.ts';
import { contentHashOf } from '../media/content-hash.ts';
import { isPhoto } from '../media/photo-files.ts';
import { shrinkImage } from '../media/shrink-image.ts';
import { takenDayOf, takenDayOfVideo } from '../media/taken-day.ts';
import { betterDay } from './archive/days.ts';
import type { SourceFile } from './archive/source-file.ts';
import type { RecordedPhoto } from './record.ts';

const maxBytes = 200 * 1024 * 1024;
const maxVideoBytes = 2 * 1024 * 1024 * 1024;

/** A photo or video that can be sent. */
export interface Hashed {
  photo: RecordedPhoto;
  hash: string;
  file: Blob;
}

/** Reads a ticked photo or video. @returns its hash, or the reason why it cannot be imported */
export const hashPhoto = async (
  photo: RecordedPhoto,
  source: SourceFile | undefined,
): Promise<Hashed | string> => {
  if (!source) return 'gone';
  if (photo.isVideo && source.bytes > maxVideoBytes) return 'tooLarge';
  if (!photo.isVideo && source.bytes > maxBytes) return messages.photoTooLarge;
  try {
    const file = await source.read();
    if (!photo.isVideo && !(await isPhoto(file))) return messages.photoType;
    return { photo, file, hash: await contentHashOf(file) };
  } catch (error) {
    console.warn(error);
    return 'gone';
  }
};

/** The day on which a photo or video was taken; null if neither the archive nor its file names it. */
export const dayOf = async (
  { takenOn, isVideo }: Pick<RecordedPhoto, 'takenOn' | 'isVideo'>,
  file: Blob,
): Promise<string | null> => betterDay(takenOn, await (isVideo ? takenDayOfVideo(file) : takenDayOf(file)));

/** The form of a photo, shrunk, with its day. @returns the reason why it cannot be imported otherwise */
export const formOf = async (
  { photo, hash, file }: Hashed,
  place: { albumId: string; position: number },
): Promise<FormData | string> => {
  const takenOn = await dayOf(photo, file);
  if (takenOn === null) return 'undated';
  const ready = await shrinkImage(file).catch(() => null);
  if (ready === null) return 'gone';
  if (ready.size > limits.photoBytes) return messages.photoTooLarge;
  const form = new FormData();
  form.append('albumId', place.albumId);
  form.append('position', String(place.position));
  form.append('takenOn', takenOn);
  form.append('contentHash', hash);
  if (photo.caption !== '') form.append('alt', photo.caption);
  // The name of the file stays on the device.
  form.append('photo', ready, 'photo');
  return form;
};
