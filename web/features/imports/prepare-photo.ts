import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/errors/errors.ts';
import { isPhoto } from '../media/photo-files.ts';
import { shrinkImage } from '../media/shrink-image.ts';
import { takenDayOf } from '../media/taken-day.ts';
import { betterDay } from './archive/days.ts';
import type { SourceFile } from './archive/source-file.ts';
import type { RecordedPhoto } from './record.ts';

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> =>
  // Browsers have WebCrypto only over https.
  globalThis.isSecureContext
    ? new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
    : (await import('@noble/hashes/sha2.js')).sha256(bytes);

const maxBytes = 200 * 1024 * 1024;

/** A photo that can be sent. */
export interface Hashed {
  photo: RecordedPhoto;
  hash: string;
  file: Blob;
}

/** Reads a ticked photo. @returns its hash, or the reason why it cannot be imported */
export const hashPhoto = async (
  photo: RecordedPhoto,
  source: SourceFile | undefined,
): Promise<Hashed | string> => {
  if (!source) return 'gone';
  if (source.bytes > maxBytes) return messages.photoTooLarge;
  try {
    const file = await source.read();
    if (!(await isPhoto(file))) return messages.photoType;
    return { photo, file, hash: hex(await sha256(new Uint8Array(await file.arrayBuffer()))) };
  } catch (error) {
    console.warn(error);
    return 'gone';
  }
};

/** The form of a photo, shrunk, with its day. @returns the reason why it cannot be imported otherwise */
export const formOf = async (
  { photo, hash, file }: Hashed,
  place: { albumId: string; position: number },
): Promise<FormData | string> => {
  const takenOn = betterDay(photo.takenOn, await takenDayOf(file));
  if (takenOn === null) return 'undated';
  const ready = await shrinkImage(file);
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
