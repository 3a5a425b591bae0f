import { messages } from '../../../contract/errors/errors.ts';
import * as media from '../../../contract/media.ts';
import * as imports from '../../../contract/imports.ts';
import { loseSession } from '../../app/session.tsx';
import { ApiError, api } from '../../data/api.ts';
import { refreshPosts } from '../../data/refresh-posts.ts';
import { upload } from '../../data/upload.ts';
import { formOf, type Hashed, hashPhoto } from './prepare-photo.ts';
import { type Pace, type RecordedAlbum, type RecordedPhoto, writeRecord } from './record.ts';
import { albumIdOf, ImportStopped, isRefusal, persist, rest, type Run, settle } from './run.ts';
import { filmOf, sendFilm } from './send-film.ts';

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
    const { added } = await persist(run, () =>
      upload(endpoint, form, () => {}, { signal: run.signal, timeoutMs }),
    );
    settle(run, photo, { state: added ? 'sent' : 'known' });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return settle(run, photo, { state: 'refused', reason: error.text ?? messages.photoBroken });
  }
  const sent = form.get('photo');
  await rest(run, performance.now() - begun, sent instanceof Blob ? sent.size : 0);
};

const concurrencyOf: Readonly<Record<Pace, number>> = { full: 2, half: 1, slow: 1 };

const sendBatch = async (run: Run, album: RecordedAlbum, photos: readonly RecordedPhoto[]): Promise<void> => {
  const hashed: Hashed[] = [];
  for (const photo of photos) {
    run.signal.throwIfAborted();
    const outcome = await hashPhoto(photo, run.files.get(photo.key));
    if (typeof outcome === 'string') settle(run, photo, { state: 'refused', reason: outcome });
    else hashed.push(outcome);
  }
  if (hashed.length === 0) return;
  const contentHashes = [...new Set(hashed.map(({ hash }) => hash))];
  const { known } = await persist(run, () => api(media.known, { contentHashes }));
  const there = new Set(known);
  const queue = hashed.filter(({ hash, photo }) => {
    const isThere = there.has(hash);
    if (isThere) settle(run, photo, { state: 'known' });
    // The same file twice in an album.
    there.add(hash);
    return !isThere;
  });
  if (queue.length > 0) await albumIdOf(run, album);
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) await sendOne(run, album, next);
  };
  await Promise.all(Array.from({ length: concurrencyOf[run.record.pace] }, worker));
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

/** The import was shared or ended elsewhere: photos that are left go into a new one. */
const forgetIds = ({ record }: Run): void => {
  record.importId = null;
  for (const album of record.albums) album.id = null;
};

const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/**
 * Sends all waiting photos, then shares the import.
 * @throws ImportStopped where the member has to do something, and the signal's reason when paused
 */
export const runImport = async (run: Run): Promise<void> => {
  const { record, client, userId, signal } = run;
  try {
    for (let tries = 0; ; tries += 1) {
      try {
        await sendAlbums(run);
        break;
      } catch (error) {
        if (!isGone(error) || tries > 0 || signal.aborted) throw error;
        forgetIds(run);
      }
    }
    const { importId } = record;
    record.outcome =
      importId === null
        ? { shared: 0, photos: 0, kept: 0 }
        : await persist(run, () => api(imports.share, { id: importId }));
    void refreshPosts(client);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    loseSession(client, error, 'login');
    throw new ImportStopped(error instanceof ApiError ? (error.text ?? error.message) : '', { cause: error });
  } finally {
    await writeRecord(userId, record);
  }
};
