import { messages } from '../../../contract/errors/errors.ts';
import * as media from '../../../contract/media.ts';
import { newIdempotencyKey } from '../../data/idempotency-key.ts';
import { ApiError, api } from '../../data/api.ts';
import { upload } from '../../data/upload.ts';
import { changeItem, keepFile } from '../../outbox/outbox.ts';
import type { Item } from '../../outbox/item.ts';
import { Refused, type Sender } from '../../outbox/kinds.ts';
import { words } from '../../words/words.ts';
import { editedPhoto } from './edit-photo.ts';
import { editOf, photoForm, PhotoInput, takenOnOf, uploadedOf } from './photo-request.ts';
import { preparePhoto } from './prepare-photo.ts';

/** The input of a photo as it was chosen. */
export const chosenPhoto = (file: File): PhotoInput => ({
  name: file.name || 'photo',
  takenOn: null,
  contentHash: null,
  isReady: false,
});

export const nameOf = ({ input }: Item): string => PhotoInput.safeParse(input).data?.name ?? '';

const prepare = async (
  item: Item,
  file: Blob,
  signal: AbortSignal,
): Promise<{ file: Blob; input: PhotoInput }> => {
  const input = PhotoInput.parse(item.input);
  if (input.isReady) return { file, input };
  const ready = await preparePhoto(file);
  // Another attempt prepares it again.
  signal.throwIfAborted();
  if (typeof ready === 'string') throw new Refused(ready);
  const { contentHash } = ready;
  // The member may have said or deleted the day.
  const known = (now: Pick<Item, 'input'>) => ({
    takenOn: takenOnOf(now) ?? ready.takenOn,
    contentHash,
    isReady: true,
  });
  // Its description and its day may be changed while the file is stored.
  await keepFile(item, ready.file, (now) => ({ input: { ...Object(now.input), ...known(now) } }));
  return { file: ready.file, input: { ...input, ...known(item) } };
};

/** Uploads photos, for moments and albums that follow. */
export const sender: Sender = {
  send: async (item, { file, signal, onProgress }) => {
    const stored = await file();
    if (!stored) throw new Refused(words.compose.photos.lost);
    const { file: ready, input } = await prepare(item, stored, signal);
    const edited = await editedPhoto(ready, editOf({ input })).catch(() => {
      throw new Refused(messages.photoBroken);
    });
    try {
      return await upload(media.upload, photoForm(input, edited), onProgress, {
        signal,
        idempotencyKey: item.key,
      });
    } catch (error) {
      // Until the member shares or removes other photos.
      if (error instanceof ApiError && error.text === messages.photosWaiting)
        throw new ApiError(503, '', JSON.stringify({ message: error.text }));
      if (!(error instanceof ApiError && error.status === 422)) throw error;
      // The server has another file under its key: it is sent again with a new one.
      changeItem(item.id, { key: newIdempotencyKey() });
      throw new ApiError(503, '', '');
    }
  },
  undo: async (result) => {
    const uploaded = uploadedOf(result);
    if (uploaded) await api(media.remove, { id: uploaded.id });
  },
};
