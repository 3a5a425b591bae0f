import { messages } from '../../../contract/errors/errors.ts';
import * as imports from '../../../contract/imports.ts';
import * as media from '../../../contract/media.ts';
import { ApiError, api } from '../../data/api.ts';
import { refreshPosts } from '../../data/refresh-posts.ts';
import { upload } from '../../data/upload.ts';
import { Refused, type Sender } from '../../outbox/kinds.ts';
import { paceNow, rest } from '../../outbox/pace.ts';
import { words } from '../../words/words.ts';
import { shrinkImage } from '../media/shrink-image.ts';
import {
  shareImport,
  filesOf,
  type RecordedAlbum,
  type RecordedPhoto,
  recordOf,
  writeRecord,
} from './record.ts';
import { albumIdOf, isRefusal, type Run, settle } from './import-run.ts';
import { formOf, type Hashed, hashPhoto, dayOf } from './prepare-photo.ts';
import { nameOf } from './archive/source-file.ts';

/** The film of a Live Photo, if its file is at hand. */
const filmOf = async ({ files }: Run, { film }: RecordedPhoto): Promise<Blob | null> => {
  try {
    return film === undefined ? null : ((await files.get(film)?.read()) ?? null);
  } catch (error) {
    console.warn(error);
    return null;
  }
};

/** The server refused this video, or all videos. */
const isVideoRefusal = (error: unknown): error is ApiError =>
  isRefusal(error) || (error instanceof ApiError && error.status === 403);

/** Sends a video, or a Live Photo with its film. @returns false where the photo has to do without its film */
const sendFilm = async (
  run: Run,
  album: RecordedAlbum,
  { photo, hash, file }: Hashed,
  film: Blob,
): Promise<boolean> => {
  const { signal } = run;
  const userId = run.item.owner;
  const takenOn = await dayOf(photo, file);
  if (takenOn === null) {
    settle(run, photo, { state: 'refused', reason: 'undated' });
    return true;
  }
  const { refusalOf, retrying, uploadVideo, withFilm } = await import('./prepare-film.ts');
  // The name stays on the device: it tells the converter what the file is.
  const source = new File([film], nameOf(photo.film ?? photo.key));
  const still = photo.isVideo ? null : await shrinkImage(file).catch(() => null);
  try {
    await withFilm({ source, still, userId }, signal, async (ready) => {
      const begun = performance.now();
      const { importId, albumId } = await albumIdOf(run, album);
      let uploadId: string | null = null;
      const events = {
        onId: (id: string | null) => {
          uploadId = id;
        },
        onProgress: () => undefined,
      };
      // An attempt that ended would convert the video once more.
      const persist = <T>(call: () => Promise<T>) => retrying(call, signal, { forEver: true });
      const { id: videoId } = await persist(() =>
        uploadVideo(ready, uploadId, events, signal, ({ file: { size: bytes }, type, seconds }) =>
          api(imports.startVideo, { id: importId, bytes, type, seconds, takenOn }, { signal }),
        ),
      );
      const place = { albumId, videoId, position: album.photos.indexOf(photo), contentHash: hash };
      const fields = { id: importId, ...place, ...(photo.caption !== '' && { alt: photo.caption }) };
      const { added } = await persist(() => api(imports.addVideo, fields, { signal }));
      settle(run, photo, { state: added ? 'sent' : 'known' });
      await rest(performance.now() - begun, ready.file.size, signal);
    });
  } catch (error) {
    const reason = refusalOf(error) ?? (isVideoRefusal(error) ? (error.text ?? 'broken') : null);
    if (signal.aborted || reason === null) throw error;
    if (!photo.isVideo) return false;
    settle(run, photo, { state: 'refused', reason });
  }
  return true;
};

const batchSize = 20;
const timeoutMs = 90_000;

const sendOne = async (run: Run, album: RecordedAlbum, hashed: Hashed): Promise<void> => {
  const { photo } = hashed;
  const film = photo.isVideo ? hashed.file : await filmOf(run, photo);
  if (film && (await sendFilm(run, album, hashed, film))) return;
  const { importId, albumId } = await albumIdOf(run, album);
  const form = await formOf(hashed, { albumId, position: album.photos.indexOf(photo) });
  if (typeof form === 'string') return settle(run, photo, { state: 'refused', reason: form });
  const endpoint = { ...imports.addPhoto, path: imports.addPhoto.path.replace(':id', importId) };
  const begun = performance.now();
  try {
    const { added } = await upload(endpoint, form, () => {}, { signal: run.signal, timeoutMs });
    settle(run, photo, { state: added ? 'sent' : 'known' });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return settle(run, photo, { state: 'refused', reason: error.text ?? messages.photoBroken });
  }
  const sent = form.get('photo');
  await rest(performance.now() - begun, sent instanceof Blob ? sent.size : 0, run.signal);
};

const sendBatch = async (run: Run, album: RecordedAlbum, photos: readonly RecordedPhoto[]): Promise<void> => {
  const { signal } = run;
  const hashed: Hashed[] = [];
  for (const photo of photos) {
    signal.throwIfAborted();
    const outcome = await hashPhoto(photo, run.files.get(photo.key));
    if (typeof outcome === 'string') settle(run, photo, { state: 'refused', reason: outcome });
    else hashed.push(outcome);
  }
  if (hashed.length === 0) return;
  const contentHashes = [...new Set(hashed.map(({ hash }) => hash))];
  const { known } = await api(media.known, { contentHashes }, { signal });
  const there = new Set(known);
  const queue = hashed.filter(({ hash, photo }) => {
    const isThere = there.has(hash);
    if (isThere) settle(run, photo, { state: 'known' });
    // The same file twice in an album.
    there.add(hash);
    return !isThere;
  });
  if (queue.length > 0) await albumIdOf(run, album);
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next && failures.length === 0; next = queue.shift())
      await sendOne(run, album, next).catch((error: unknown) => failures.push(error));
  };
  await Promise.all(Array.from({ length: paceNow() === 'full' ? 2 : 1 }, worker));
  if (failures.length > 0) throw failures[0];
};

const sendAlbums = async (run: Run): Promise<void> => {
  for (const album of run.record.albums) {
    for (;;) {
      const waiting = album.photos.filter(({ state }) => state === 'waiting').slice(0, batchSize);
      if (waiting.length === 0) break;
      // A video alone: twenty of an archive would fill the memory.
      const end = waiting.findIndex(({ isVideo }) => isVideo);
      await sendBatch(run, album, end < 0 ? waiting : waiting.slice(0, Math.max(1, end)));
    }
    if (album.content !== '' && (album.photos.length === 0 || album.id !== null)) await albumIdOf(run, album);
  }
};

/** Sends what is left. If the import was shared or ended elsewhere, that goes into a new one. */
const sendLeft = async (run: Run): Promise<void> => {
  const { record, signal } = run;
  const isGone = (error: unknown) => error instanceof ApiError && error.status === 404 && !signal.aborted;
  await sendAlbums(run).catch((error: unknown) => {
    if (!isGone(error)) throw error;
    record.importId = null;
    // An album that the earlier import has whole, also one of words alone, is not made again.
    for (const album of record.albums)
      if (album.photos.some(({ state }) => state === 'waiting')) album.id = null;
    return sendAlbums(run);
  });
};

/** Sends all photos of an import that are left, then shares it. */
export const sender: Sender = {
  send: async (item, { signal, onProgress }) => {
    const record = await recordOf(item);
    if (!record) throw new Refused(words.outbox.lost);
    const files = await filesOf(item, record);
    if (!files) throw new Refused(words.imports.whenLost);
    const run = { item, record, files, signal, onProgress };
    try {
      await sendLeft(run);
      const { importId } = record;
      record.outcome =
        importId === null ? { shared: 0, photos: 0, kept: 0 } : await shareImport(importId, signal);
    } finally {
      await writeRecord(item, record);
    }
    return null;
  },
  arrived: (_, __, { client }) => void refreshPosts(client),
  takeBack: () => '/import',
};
