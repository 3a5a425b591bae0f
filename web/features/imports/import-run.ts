import { messages } from '../../../contract/errors/errors.ts';
import * as imports from '../../../contract/imports.ts';
import { ApiError, api } from '../../data/api.ts';
import type { Item } from '../../outbox/item.ts';
import { changeItem, itemOf } from '../../outbox/outbox.ts';
import type { SourceFile } from './archive/source-file.ts';
import {
  type ImportRecord,
  progressOf,
  type RecordedAlbum,
  type RecordedPhoto,
  showRecord,
  writeRecord,
} from './record.ts';

/** An attempt to send what is left of an import. */
export interface Run {
  item: Item;
  record: ImportRecord;
  files: ReadonlyMap<string, SourceFile>;
  signal: AbortSignal;
  /** 0 to 1. */
  onProgress: (part: number) => void;
}

/** Whether the server refused this one photo, and not the whole import. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && [400, 413, 415].includes(error.status) && error.text !== messages.storageFull;

/** Milliseconds between two writes of the record: what a closed page loses, the server knows by its hash. */
const writtenMs = 1_000;
/** Milliseconds between two drawings of the record. */
const shownMs = 200;
let written = 0;
let shown = 0;

/** Notes what became of a photo or video. */
export const settle = (
  { item, record, onProgress }: Run,
  photo: RecordedPhoto,
  changed: Partial<RecordedPhoto>,
): void => {
  Object.assign(photo, changed);
  const now = performance.now();
  if (now - written > writtenMs) {
    [written, shown] = [now, now];
    void writeRecord(item, record);
  } else if (now - shown > shownMs) {
    shown = now;
    showRecord(item, { ...record });
  }
  const { done, things } = progressOf(record);
  onProgress(done / Math.max(1, things.photos + things.videos));
  // The hour's photos may be used up again: the wait for the next ones is a new one.
  if (itemOf(item.id)?.tries) changeItem(item.id, { tries: 0 });
};

/** The album on the server, made if it is not there yet. */
export const albumIdOf = async (
  { item, record, signal }: Run,
  album: RecordedAlbum,
): Promise<{ importId: string; albumId: string }> => {
  record.importId ??= (await api(imports.open, { source: record.source }, { signal })).id;
  const { importId } = record;
  if (album.id === null) {
    const { title, content, circleId, repeatKey } = album;
    const input = { id: importId, title, content, circleId };
    const key = `${importId} ${repeatKey}`;
    const made = await api(imports.addAlbum, input, { signal, idempotencyKey: key }).catch(
      (error: unknown) => {
        // The member has lost its circle, or the import has ended, which the second answer tells.
        if (circleId === null || !(error instanceof ApiError) || error.status !== 404) throw error;
        const alone = { ...input, circleId: null };
        return api(imports.addAlbum, alone, { signal, idempotencyKey: `${key} alone` });
      },
    );
    album.id = made.id;
    await writeRecord(item, record);
  }
  return { importId, albumId: album.id };
};
