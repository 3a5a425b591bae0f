import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { createWatchers } from '../../data/watchers.ts';
import { holderId } from '../../outbox/holder.ts';
import type { Item } from '../../outbox/item.ts';
import { addItems, changeItem, removeItems } from '../../outbox/outbox.ts';
import { sendNow } from '../../outbox/things.ts';
import { words } from '../../words/words.ts';
import { fullDate } from '../../words/dates.ts';
import type { Found } from './archive/found.ts';
import { BrokenArchive, OtherExport, type SourceFile } from './archive/source-file.ts';
import { whyNoVideos } from '../media/video/why-no-videos.ts';
import { reasonsOf } from './left-out-note.tsx';
import type { Choice } from './choose-files.ts';
import {
  keepImport,
  shareImport,
  byPath,
  filesOf,
  holdFiles,
  openChosen,
  type ImportRecord,
  photosOf,
  recordOf,
  writeRecord,
} from './record.ts';
import { type Chosen, planAlbums } from './plan.ts';

const texts = words.imports;

/** The place of a member's import in the outbox. */
export const importPlace = 'import';

/** The page before an import is in the outbox, and while its files are chosen again. */
export interface ImportState {
  /** `start`: nothing is chosen. `reading`: files are read. `choosing`: the member ticks photos. */
  stage: 'start' | 'reading' | 'choosing';
  /** How many files were read, of how many. */
  read: { done: number; total: number } | null;
  found: Found | null;
  /** A failure, as a sentence. */
  error: string | null;
  /** A stopped import is being ended. Its rest must not be sent meanwhile: it would go into a new one, which is shared. */
  isEnding: boolean;
}

const empty: ImportState = { stage: 'start', read: null, found: null, error: null, isEnding: false };

// Outside of the page's components, so that a choice stays while its member looks at other pages.
let state = empty;
let owner: string | null = null;
let files: readonly SourceFile[] = [];
let choice: Choice | null = null;
const { watch, notify } = createWatchers();

const change = (changed: Partial<ImportState>): void => {
  state = { ...state, ...changed };
  notify();
};

export const useImport = (): ImportState => useSyncExternalStore(watch, () => state);

/** Back to the start, without the chosen files. */
export const leaveChoice = (): void => {
  [files, choice] = [[], null];
  change(empty);
};

/** Nothing that another member chose is shown. */
export const showImportOf = (userId: string): void => {
  if (owner === userId) return;
  owner = userId;
  leaveChoice();
};

const errorOf = (error: unknown): string => {
  if (error instanceof BrokenArchive) return texts.broken({ name: error.fileName });
  if (error instanceof OtherExport)
    return error.fileName === null ? texts.chooseJson : texts.chooseZip({ name: error.fileName });
  console.warn(error);
  return texts.unreadable;
};

/** From here on nothing else can be chosen, so that no choice comes over another one. */
export const showReading = (): void => change({ stage: 'reading', error: null, read: null, found: null });

/** Says why the chosen files cannot be read. */
export const showFailure = (error: unknown): void => change({ stage: 'start', error: errorOf(error) });

const archiveTexts = {
  yearTitle: (year: string) => texts.yearTitle({ year: year || null }),
  othersTitle: texts.othersTitle,
  dated: (time: string, text: string) => `${fullDate(time)}: ${text}`,
};

const onRead = (done: number, total: number): void => {
  // Thousands of steps would each draw the page.
  if (done % 25 === 0 || done === total) change({ read: { done, total } });
};

/** Reads what the member chose. */
export const readChoice = async (client: QueryClient, chosen: Choice): Promise<void> => {
  choice = chosen;
  showReading();
  try {
    files = await openChosen(chosen.files);
    const videos = (await whyNoVideos(client)) === null;
    const { readArchive } = await import('./archive/read-archive.ts');
    const found = await readArchive(files, { ...archiveTexts, videos }, onRead);
    const reasons = reasonsOf(found.leftOut);
    const error = reasons.length === 0 ? texts.nothing : [texts.nothingOffered, ...reasons].join(' ');
    if (found.albums.length === 0) change({ stage: 'start', error });
    else change({ stage: 'choosing', found });
  } catch (error) {
    change({ stage: 'start', error: errorOf(error) });
  }
};

/** The document that alone has the files, where the browser does not let a page keep access. */
const heldBy = (handles: ImportRecord['handles']): string | null => (handles ? null : holderId());

/** Starts to send what the member ticked, unless they have chosen other files since. */
export const startImport = async (userId: string, found: Found, chosen: Chosen): Promise<void> => {
  if (state.found !== found) return;
  const record: ImportRecord = {
    source: found.source,
    importId: null,
    albums: planAlbums(found.albums, chosen),
    handles: choice?.handles ?? null,
    fileNames: (choice?.files ?? []).slice(0, 20).map(({ file }) => file.name),
    leftOut: { ...found.leftOut },
    outcome: null,
    writes: 0,
  };
  const circleIds = [...new Set(record.albums.flatMap(({ circleId }) => circleId ?? []))];
  const label = { title: texts.onItsWay, circleIds };
  const [item] = addItems(userId, [
    {
      kind: 'import',
      place: importPlace,
      input: null,
      label,
      heldBy: heldBy(record.handles),
    },
  ]);
  if (!item) return;
  holdFiles(item, byPath(files));
  await writeRecord(item, record);
  leaveChoice();
};

/** Continues an import, with files that were chosen again where they are not at hand. */
export const continueImport = async (item: Item, again?: Choice): Promise<void> => {
  showReading();
  try {
    const record = await recordOf(item);
    if (!record) return change({ stage: 'start' });
    const chosen = again ? byPath(await openChosen(again.files)) : await filesOf(item, record);
    if (!chosen) {
      record.handles = null;
      await writeRecord(item, record);
      return change({ stage: 'start' });
    }
    const wanted = photosOf(record).filter((one) => one.state === 'waiting');
    if (wanted.length > 0 && !wanted.some(({ key }) => chosen.has(key)))
      return change({ stage: 'start', error: texts.otherFiles });
    holdFiles(item, chosen);
    changeItem(item.id, { heldBy: heldBy(record.handles) });
    sendNow(item.id);
    change({ stage: 'start' });
  } catch (error) {
    change({ stage: 'start', error: errorOf(error) });
  }
};

/** Ends a stopped import: what has arrived is shared, or stays the member's alone. */
export const endImport = async (client: QueryClient, item: Item, how: 'share' | 'keep'): Promise<void> => {
  change({ isEnding: true });
  try {
    const record = await recordOf(item);
    if (!record) return;
    const { importId } = record;
    const end = how === 'share' ? shareImport : keepImport;
    const shared = importId === null ? null : await end(importId);
    const kept = record.albums.filter(({ id }) => id !== null).length;
    for (const album of record.albums) {
      album.photos = album.photos.filter(({ state: one }) => one !== 'waiting');
    }
    record.outcome = shared ?? { shared: 0, photos: 0, kept };
    await writeRecord(item, record);
    changeItem(item.id, { state: 'arrived', problem: null });
    change({ error: null });
    void client.invalidateQueries();
  } catch (error) {
    console.warn(error);
    change({ error: texts.endFailed });
  } finally {
    change({ isEnding: false });
  }
};

/** Puts the report away. */
export const closeReport = ({ id }: Item): void => removeItems([id]);
