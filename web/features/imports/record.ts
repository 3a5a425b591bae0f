import { useEffect, useState, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import type { Output } from '../../../contract/endpoint.ts';
import { ImportSource } from '../../../contract/imports.ts';
import * as imports from '../../../contract/imports.ts';
import { createWatchers } from '../../data/watchers.ts';
import type { Item } from '../../outbox/item.ts';
import { itemOf } from '../../outbox/outbox.ts';
import { besides, storedUnder, storeFile } from '../../outbox/stored-items.ts';
import type { MediaCounts } from '../../words/media-counts.ts';
import { ApiError, api } from '../../data/api.ts';
import type { ChosenFile } from './archive/read-archive.ts';
import type { SourceFile } from './archive/source-file.ts';
import { reopen } from './choose-files.ts';

/** Ends an import on the server and shares it. Called again after a lost answer, it gets the first one. */
export const shareImport = (id: string, signal?: AbortSignal): ReturnType<typeof api<typeof imports.share>> =>
  api(imports.share, { id }, { idempotencyKey: `${id} share`, ...(signal && { signal }) });

const ifMissing =
  <T>(then: () => T) =>
  (error: unknown): T => {
    if (error instanceof ApiError && error.status === 404) return then();
    throw error;
  };

/**
 * Ends an import on the server: its albums stay its member's alone.
 * @returns null, or what was shared where the import had ended so and the answer was lost
 */
export const keepImport = (id: string): Promise<Output<typeof imports.share> | null> =>
  api(imports.keep, { id }).catch(ifMissing(() => shareImport(id).catch(ifMissing(() => null))));

// The chosen files of imports, which the browser does not store.
type ImportFiles = ReadonlyMap<string, SourceFile>;

/** By item. */
const held = new Map<string, ImportFiles>();

export const holdFiles = ({ id }: Pick<Item, 'id'>, files: ImportFiles): void => {
  for (const known of held.keys()) if (!itemOf(known)) held.delete(known);
  held.set(id, files);
};

export const openChosen = async (chosen: readonly ChosenFile[]): Promise<SourceFile[]> => {
  const { openFiles } = await import('./archive/read-archive.ts');
  return openFiles(chosen);
};

export const byPath = (files: readonly SourceFile[]): ImportFiles =>
  new Map(files.map((file) => [file.path, file]));

export const areAtHand = ({ id }: Pick<Item, 'id'>): boolean => held.has(id);

/** The files of an import; null if its member has to choose them again, or to allow the page to read them. */
export const filesOf = async (item: Item, { handles }: ImportRecord): Promise<ImportFiles | null> => {
  const known = held.get(item.id);
  if (known) return known;
  const chosen = handles && (await reopen(handles));
  if (!chosen) return null;
  const files = byPath(await openChosen(chosen));
  holdFiles(item, files);
  return files;
};

/** A photo or video. */
const Photo = z.object({
  /** Its path on this device. */
  key: z.string(),
  isVideo: z.optional(z.literal(true)),
  /** The path of the film of a Live Photo. */
  film: z.optional(z.string()),
  bytes: z.number(),
  takenOn: z.nullable(z.string()),
  caption: z.string(),
  state: z.enum(['waiting', 'sent', 'known', 'refused']),
  /** Why it was refused. */
  reason: z.optional(z.string()),
});
export type RecordedPhoto = z.infer<typeof Photo>;

const Album = z.object({
  title: z.string(),
  content: z.string(),
  circleId: z.nullable(z.string()),
  /** Its id on the server, once it is made. */
  id: z.nullable(z.string()),
  repeatKey: z.string(),
  photos: z.array(Photo),
});
export type RecordedAlbum = z.infer<typeof Album>;

const isHandle = (value: unknown): boolean =>
  'FileSystemHandle' in globalThis && value instanceof FileSystemHandle;

const Outcome = z.object({ shared: z.number(), photos: z.number(), kept: z.number() });

const Kept = z.object({
  source: ImportSource,
  importId: z.nullable(z.string()),
  albums: z.array(Album),
  /** Where the browser lets a page keep access: the chosen files, to continue after a restart. */
  handles: z.nullable(z.array(z.custom<FileSystemHandle>(isHandle))),
  /** The names of the chosen files, for a browser that has to ask for them again. */
  fileNames: z.array(z.string()),
  /** How many files of the archive were not offered, by reason. */
  leftOut: z.record(z.string(), z.number()),
  /** Set once the import is shared. */
  outcome: z.nullable(Outcome),
  /** How often it was written: another tab may have written a newer one. */
  writes: z.number(),
});

/** An import on this device, beside its item in the outbox: only ticked photos. It survives closing the page. */
export type ImportRecord = z.infer<typeof Kept>;

const nameOf = (item: Pick<Item, 'owner' | 'id'>) => besides(item, 'record');

/** The records of this page, by item. A changed one is the same object until it is shown. */
const records = new Map<string, ImportRecord>();
const { watch, notify } = createWatchers();

/** Shows a changed record. */
export const showRecord = ({ id }: Pick<Item, 'id'>, record: ImportRecord): void => {
  for (const known of records.keys()) if (!itemOf(known)) records.delete(known);
  records.set(id, record);
  notify();
};

/** The record of an import; null if the browser has none. */
export const recordOf = async (item: Pick<Item, 'owner' | 'id'>): Promise<ImportRecord | null> => {
  const { data } = Kept.safeParse(await storedUnder(nameOf(item)));
  const known = records.get(item.id);
  if (!data || (known && known.writes >= data.writes)) return known ?? null;
  showRecord(item, data);
  return data;
};

/** The record of an import; null if the browser has none, undefined until that is known. */
export const useRecord = (item: Item | undefined): ImportRecord | null | undefined => {
  const [missing, setMissing] = useState<string | null>(null);
  useEffect(() => {
    if (item) void recordOf(item).then((record) => (record ? undefined : setMissing(item.id)));
  }, [item]);
  const known = useSyncExternalStore(watch, () => item && records.get(item.id));
  return known ?? (item && missing === item.id ? null : undefined);
};

/** Shows and stores a changed record. */
export const writeRecord = async (item: Pick<Item, 'owner' | 'id'>, record: ImportRecord): Promise<void> => {
  record.writes += 1;
  showRecord(item, { ...record });
  await storeFile(nameOf(item), record, item, {});
};

export const photosOf = (record: ImportRecord): RecordedPhoto[] =>
  record.albums.flatMap(({ photos }) => photos);

/** How many photos and how many videos. */
export const thingsIn = (all: readonly { isVideo?: true | undefined }[]): MediaCounts => {
  const videos = all.filter(({ isVideo }) => isVideo).length;
  return { photos: all.length - videos, videos };
};

/** How many photos and videos are done, and how many there are. */
export const progressOf = (record: ImportRecord): { done: number; things: MediaCounts } => {
  const photos = photosOf(record);
  return { done: photos.filter(({ state }) => state !== 'waiting').length, things: thingsIn(photos) };
};
