import type { QueryClient } from '@tanstack/react-query';
import { messages } from '../../../contract/errors/errors.ts';
import * as imports from '../../../contract/imports.ts';
import { ApiError, api } from '../../data/api.ts';
import type { SourceFile } from './archive/source-file.ts';
import { type ImportRecord, type RecordedAlbum, type RecordedPhoto, writeRecord } from './record.ts';

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
export const persist = async <T>({ signal, events }: Run, call: () => Promise<T>): Promise<T> => {
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
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && [400, 413, 415].includes(error.status) && error.text !== messages.storageFull;

/** Notes what became of a photo or video. */
export const settle = (
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

/** The album on the server, made if it is not there yet. */
export const albumIdOf = async (
  run: Run,
  album: RecordedAlbum,
): Promise<{ importId: string; albumId: string }> => {
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

/** Leaves bandwidth for others: half of the time, or all above 1 Mbit/s. */
export const rest = async ({ record, signal }: Run, spentMs: number, bytes: number): Promise<void> => {
  if (record.pace === 'half') await pause(spentMs, signal);
  if (record.pace === 'slow') await pause(Math.max(0, (bytes / slowBytes) * seconds - spentMs), signal);
};
