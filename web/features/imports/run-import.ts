import type { QueryClient } from '@tanstack/react-query';
import { messages } from '../../../contract/errors/errors.ts';
import * as media from '../../../contract/media.ts';
import * as imports from '../../../contract/years/imports.ts';
import { loseSession } from '../../app/session.tsx';
import { ApiError, api } from '../../data/api.ts';
import { refreshPosts } from '../../data/refresh-posts.ts';
import { upload } from '../../data/upload.ts';
import type { SourceFile } from './archive/source-file.ts';
import { formOf, type Hashed, hashPhoto } from './prepare-photo.ts';
import {
  type ImportRecord,
  type Pace,
  type RecordedAlbum,
  type RecordedPhoto,
  writeRecord,
} from './record.ts';

/** Why nothing is sent at the moment; each ends automatically. */
export type Waiting = 'offline' | 'rate' | 'busy';

export interface RunEvents {
  /** The record changed. */
  onChange: () => void;
  onWaiting: (reason: Waiting | null) => void;
}

export interface Run {
  record: ImportRecord;
  files: ReadonlyMap<string, SourceFile>;
  client: QueryClient;
  userId: string;
  signal: AbortSignal;
  events: RunEvents;
}

/** The import cannot continue without its member. Its message is a sentence for them. */
export class ImportStopped extends Error {
  override name = 'ImportStopped';
}

const batchSize = 20;
const timeoutMs = 90_000;
const seconds = 1_000;
/** Waiting times after an hour's photos are used up, while the server is busy, and without a connection. */
const waits = {
  rate: 60 * seconds,
  busy: 5 * seconds,
  offline: [2, 5, 10, 20, 30].map((one) => one * seconds),
};
/** Bytes a second of the slow pace: 1 Mbit/s. */
const slowBytes = 125_000;

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    // Removes both listeners: an import pauses thousands of times.
    const over = new AbortController();
    const end = (settle: () => void) => {
      clearTimeout(timer);
      over.abort();
      settle();
    };
    const timer = setTimeout(() => end(resolve), milliseconds);
    signal.addEventListener('abort', () => end(() => reject(signal.reason)), { signal: over.signal });
    // Back online: try immediately.
    globalThis.addEventListener('online', () => end(resolve), { signal: over.signal });
  });

const waitFor = (error: unknown): Waiting | null => {
  if (!(error instanceof ApiError)) return 'offline';
  if (error.status === 429) return 'rate';
  return error.status === 503 || error.status === 502 || error.status === 504 ? 'busy' : null;
};

/** Repeats a call until it succeeds or fails for a reason that waiting does not end. */
const persist = async <T>({ signal, events }: Run, call: () => Promise<T>): Promise<T> => {
  for (let tries = 0; ; tries += 1) {
    try {
      const answer = await call();
      events.onWaiting(null);
      return answer;
    } catch (error) {
      if (signal.aborted) throw error;
      const reason = waitFor(error);
      if (reason === null) throw error;
      events.onWaiting(reason);
      const time = reason === 'offline' ? waits.offline[Math.min(tries, 4)] : waits[reason];
      await pause(time ?? 0, signal);
    }
  }
};

/** Whether the server refused this one photo, and not the whole import. */
const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && [400, 413, 415].includes(error.status) && error.text !== messages.storageFull;

const settle = (
  { record, userId, events }: Run,
  photo: RecordedPhoto,
  changed: Partial<RecordedPhoto>,
): void => {
  Object.assign(photo, changed);
  events.onChange();
  saveSoon(userId, record);
};

let saving: ReturnType<typeof setTimeout> | null = null;

/** Writes the record at most once a second: what a closed page loses, the server knows by its hash. */
const saveSoon = (userId: string, record: ImportRecord): void => {
  saving ??= setTimeout(() => {
    saving = null;
    void writeRecord(userId, record);
  }, seconds);
};

const albumIdOf = async (run: Run, album: RecordedAlbum): Promise<{ importId: string; albumId: string }> => {
  const { record } = run;
  record.importId ??= (await persist(run, () => api(imports.open, { source: record.source }))).id;
  const { importId } = record;
  if (album.id === null) {
    const { title, content, circleId, repeatKey } = album;
    const input = { id: importId, title, content, circleId };
    album.id = (
      await persist(run, () => api(imports.addAlbum, input, { idempotencyKey: `${importId} ${repeatKey}` }))
    ).id;
    await writeRecord(run.userId, record);
  }
  return { importId, albumId: album.id };
};

const sendOne = async (run: Run, album: RecordedAlbum, hashed: Hashed): Promise<void> => {
  const { photo } = hashed;
  const { importId, albumId } = await albumIdOf(run, album);
  const form = await formOf(hashed, { albumId, position: album.photos.indexOf(photo) });
  if (typeof form === 'string') return settle(run, photo, { state: 'refused', reason: form });
  const endpoint = { ...imports.addPhoto, path: imports.addPhoto.path.replace(':id', importId) };
  const begun = performance.now();
  try {
    const { added } = await persist(run, async () => {
      const stop = new AbortController();
      const end = () => stop.abort();
      run.signal.addEventListener('abort', end);
      let timer = setTimeout(end, timeoutMs);
      try {
        return await upload(
          endpoint,
          form,
          () => {
            clearTimeout(timer);
            timer = setTimeout(end, timeoutMs);
          },
          { signal: stop.signal },
        );
      } finally {
        clearTimeout(timer);
        run.signal.removeEventListener('abort', end);
      }
    });
    settle(run, photo, { state: added ? 'sent' : 'known' });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return settle(run, photo, { state: 'refused', reason: error.text ?? messages.photoBroken });
  }
  const sent = form.get('photo');
  await rest(run, performance.now() - begun, sent instanceof Blob ? sent.size : 0);
};

/** Leaves bandwidth for others: half of the time, or all above 1 Mbit/s. */
const rest = async ({ record, signal }: Run, spentMs: number, bytes: number): Promise<void> => {
  if (record.pace === 'half') await pause(spentMs, signal);
  if (record.pace === 'slow') await pause(Math.max(0, (bytes / slowBytes) * seconds - spentMs), signal);
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
      await sendBatch(run, album, waiting);
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
