import * as z from 'zod/mini';
import { messages } from '../../../contract/errors/errors.ts';
import * as media from '../../../contract/media.ts';
import { newIdempotencyKey } from '../../data/idempotency-key.ts';
import { ApiError, api } from '../../data/api.ts';
import { upload } from '../../data/upload.ts';
import { changeItem, keepFile } from '../../outbox/outbox.ts';
import { inputChange, type Item } from '../../outbox/item.ts';
import { Refused, type Sender } from '../../outbox/kinds.ts';
import { words } from '../../words/words.ts';
import { preparePhoto } from './prepare-photo.ts';

/** The input of an item that is a photo. */
const PhotoInput = z.object({
  name: z.string(),
  /** The day on which it was taken, `YYYY-MM-DD`; null if its file does not name it. */
  takenOn: z.nullable(z.string()),
  /** The SHA-256 of the chosen file, in hex. */
  contentHash: z.nullable(z.string()),
  /** The description for people who cannot see it. */
  alt: z.optional(z.string()),
  /** Whether the stored file is the one to upload, not the one that was chosen. */
  isReady: z.boolean(),
});
type PhotoInput = z.infer<typeof PhotoInput>;

/** A photo that was uploaded: its id, and the URL under which its uploader sees it. */
const Uploaded = z.object({ id: z.string(), url: z.string() });

/** The photo on the server; null if it is not there. */
export const uploadedOf = (result: unknown): z.infer<typeof Uploaded> | null =>
  Uploaded.safeParse(result).data ?? null;

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
  const { takenOn, contentHash } = ready;
  const known = { takenOn, contentHash, isReady: true };
  // Its description may have been written meanwhile.
  await keepFile(item, ready.file, inputChange(known));
  return { file: ready.file, input: { ...input, ...known } };
};

/** Uploads photos, for moments and albums that follow. */
export const sender: Sender = {
  send: async (item, { file, signal, onProgress }) => {
    const stored = await file();
    if (!stored) throw new Refused(words.compose.photos.lost);
    const { file: ready, input } = await prepare(item, stored, signal);
    const form = new FormData();
    if (input.takenOn !== null) form.append('takenOn', input.takenOn);
    if (input.contentHash !== null) form.append('contentHash', input.contentHash);
    form.append('photo', ready, input.name);
    try {
      return await upload(media.upload, form, onProgress, { signal, idempotencyKey: item.key });
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
