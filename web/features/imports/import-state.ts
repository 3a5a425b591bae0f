import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import * as imports from '../../../contract/imports.ts';
import { api } from '../../data/api.ts';
import { createWatchers } from '../../data/watchers.ts';
import { words } from '../../words/words.ts';
import { fullDate } from '../../words/dates.ts';
import type { Found } from './archive/found.ts';
import type { ChosenFile } from './archive/read-archive.ts';
import { BrokenArchive, OtherExport, type SourceFile } from './archive/source-file.ts';
import { whyNoVideos } from '../media/video/why-no-videos.ts';
import { reasonsOf } from './left-out-note.tsx';
import { type Choice, reopen } from './choose-files.ts';
import { type Chosen, planAlbums } from './plan.ts';
import { forgetRecord, type ImportRecord, type Pace, readRecord, writeRecord } from './record.ts';
import { ImportStopped, type Waiting } from './run.ts';

const texts = words.imports;

/**
 * `start`: nothing is chosen. `reading`: files are read. `choosing`: the member ticks photos. `stopped`: an import that can
 * continue. `running`. `done`: the report.
 */
export type Stage = 'start' | 'reading' | 'choosing' | 'stopped' | 'running' | 'done';

export interface ImportState {
  stage: Stage;
  /** How many files were read, of how many. */
  read: { done: number; total: number } | null;
  found: Found | null;
  record: ImportRecord | null;
  waiting: Waiting | null;
  /** A failure, as a sentence. */
  error: string | null;
}

const empty: ImportState = {
  stage: 'start',
  read: null,
  found: null,
  record: null,
  waiting: null,
  error: null,
};

// Stored outside of the page's components, so that an import goes on while its member looks at other pages.
let state = empty;
let owner: string | null = null;
let files: ReadonlyMap<string, SourceFile> = new Map();
let choice: Choice | null = null;
let running: AbortController | null = null;
const { watch, notify } = createWatchers();

const change = (changed: Partial<ImportState>): void => {
  state = { ...state, ...changed };
  notify();
};

export const useImport = (): ImportState => useSyncExternalStore(watch, () => state);

/** Shows what this device keeps of the member's import, when the page opens. */
export const showImportOf = async (userId: string): Promise<void> => {
  if (owner === userId) return;
  running?.abort();
  owner = userId;
  [state, files, choice] = [empty, new Map(), null];
  notify();
  const record = await readRecord(userId);
  if (record && state.stage === 'start') change({ record, stage: record.outcome ? 'done' : 'stopped' });
};

const errorOf = (error: unknown): string => {
  if (error instanceof BrokenArchive) return texts.broken({ name: error.fileName });
  if (error instanceof OtherExport)
    return error.fileName === null ? texts.chooseJson : texts.chooseZip({ name: error.fileName });
  console.warn(error);
  return texts.unreadable;
};

const archiveTexts = {
  yearTitle: (year: string) => texts.yearTitle({ year: year || null }),
  othersTitle: texts.othersTitle,
  dated: (time: string, text: string) => `${fullDate(time)}: ${text}`,
};

const onRead = (done: number, total: number): void => {
  // Thousands of steps would each draw the page.
  if (done % 25 === 0 || done === total) change({ read: { done, total } });
};

// Loads with the first choice.
const archives = () => import('./archive/read-archive.ts');

const load = async (chosen: readonly ChosenFile[]): Promise<SourceFile[]> => {
  const { openFiles } = await archives();
  const opened = await openFiles(chosen);
  files = new Map(opened.map((file) => [file.path, file]));
  return opened;
};

/** Reads what the member chose. */
export const readChoice = async (client: QueryClient, chosen: Choice): Promise<void> => {
  if (chosen.files.length === 0) return;
  choice = chosen;
  change({ stage: 'reading', error: null, read: null, found: null });
  try {
    const opened = await load(chosen.files);
    const videos = (await whyNoVideos(client)) === null;
    const { readArchive } = await archives();
    const found = await readArchive(opened, { ...archiveTexts, videos }, onRead);
    const reasons = reasonsOf(found.leftOut);
    const error = reasons.length === 0 ? texts.nothing : [texts.nothingOffered, ...reasons].join(' ');
    if (found.albums.length === 0) change({ stage: 'start', error });
    else change({ stage: 'choosing', found });
  } catch (error) {
    change({ stage: 'start', error: errorOf(error) });
  }
};

/** Back to the start, without the chosen files. */
export const leaveChoice = (): void => {
  [files, choice] = [new Map(), null];
  change(empty);
};

const run = async (client: QueryClient): Promise<void> => {
  const { record } = state;
  if (!record || owner === null || running) return;
  const stop = new AbortController();
  running = stop;
  change({ stage: 'running', error: null, waiting: null });
  let drawn = 0;
  const events = {
    onChange: () => {
      if (performance.now() - drawn < 200) return;
      drawn = performance.now();
      change({ record: { ...record } });
    },
    onWaiting: (waiting: Waiting | null) => {
      if (waiting !== state.waiting) change({ waiting });
    },
  };
  try {
    const { runImport } = await import('./run-import.ts');
    await runImport({ record, files, client, userId: owner, signal: stop.signal, events });
    [files, choice] = [new Map(), null];
    change({ stage: 'done', record: { ...record }, found: null });
  } catch (error) {
    if (stop.signal.aborted) change({ stage: 'stopped', record: { ...record }, waiting: null });
    else {
      if (!(error instanceof ImportStopped)) console.warn(error);
      const text = error instanceof ImportStopped ? error.message : '';
      change({ stage: 'stopped', record: { ...record }, waiting: null, error: text || texts.stopped });
    }
  } finally {
    running = null;
  }
};

/** Starts to send what the member ticked. */
export const startImport = async (client: QueryClient, chosen: Chosen, pace: Pace): Promise<void> => {
  const { found } = state;
  if (!found || owner === null) return;
  const record: ImportRecord = {
    source: found.source,
    importId: null,
    albums: planAlbums(found.albums, chosen),
    pace,
    handles: choice?.handles ?? null,
    fileNames: (choice?.files ?? []).slice(0, 20).map(({ file }) => file.name),
    leftOut: { ...found.leftOut },
    outcome: null,
  };
  await writeRecord(owner, record);
  change({ record });
  await run(client);
};

export const pauseImport = (): void => running?.abort();

export const setPace = (pace: Pace): void => {
  const { record } = state;
  if (!record || owner === null) return;
  record.pace = pace;
  change({ record: { ...record, pace } });
  void writeRecord(owner, record);
};

/** Continues a stopped import, with files that were chosen again where they are not at hand. */
export const continueImport = async (client: QueryClient, again?: Choice): Promise<void> => {
  const { record } = state;
  if (!record) return;
  if (files.size === 0 || again) {
    change({ stage: 'reading', error: null, read: null });
    try {
      const chosen = again?.files ?? (record.handles && (await reopen(record.handles)));
      if (!chosen) {
        record.handles = null;
        return change({ stage: 'stopped', record: { ...record }, error: null });
      }
      await load(chosen);
      const wanted = record.albums.flatMap(({ photos }) => photos).filter((one) => one.state === 'waiting');
      if (wanted.length > 0 && !wanted.some(({ key }) => files.has(key))) {
        files = new Map();
        return change({ stage: 'stopped', error: texts.otherFiles });
      }
    } catch (error) {
      return change({ stage: 'stopped', error: errorOf(error) });
    }
  }
  await run(client);
};

/** Whether the files have to be chosen again before the import can continue. */
export const needsFiles = (record: ImportRecord): boolean => files.size === 0 && record.handles === null;

/** Ends a stopped import: what has arrived is shared, or stays the member's alone. */
export const endImport = async (client: QueryClient, how: 'share' | 'keep'): Promise<void> => {
  const { record } = state;
  if (!record || owner === null) return;
  try {
    const { importId } = record;
    let outcome = { shared: 0, photos: 0, kept: record.albums.filter(({ id }) => id !== null).length };
    if (importId !== null && how === 'share') outcome = await api(imports.share, { id: importId });
    if (importId !== null && how === 'keep') await api(imports.keep, { id: importId });
    for (const album of record.albums) {
      album.photos = album.photos.filter(({ state: one }) => one !== 'waiting');
    }
    record.outcome = outcome;
    await writeRecord(owner, record);
    [files, choice] = [new Map(), null];
    change({ stage: 'done', record: { ...record }, error: null });
    void client.invalidateQueries();
  } catch (error) {
    console.warn(error);
    change({ error: texts.endFailed });
  }
};

/** Puts the report away. */
export const closeReport = async (): Promise<void> => {
  if (owner !== null) await forgetRecord(owner);
  leaveChoice();
};
