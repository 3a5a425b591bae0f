import { setTimeout as wait } from 'node:timers/promises';
import type { AppContext } from '../../../app-context.ts';
import { backupTables } from '../../../platform/db/backup-tables.ts';
import { openSnapshot } from '../../../platform/db/open.ts';
import { isSettingRow } from '../../../platform/db/secrets.ts';
import type { Snapshot, StoredRow } from '../../../platform/db/snapshot.ts';
import type { Settings } from '../../../settings.ts';
import { type ExpectedImage, readExpected, readExpectedOfReport } from '../../media/expected-files.ts';
import { linesOf } from './archive/lines.ts';
import { type Manifest, rowsName, type Sum } from './archive/manifest.ts';
import type { ArchiveWriter } from './archive/write.ts';

/** Milliseconds after which a photo that was not there is looked for again. */
const pause = 300;

interface Kept {
  sum: Sum;
  /** False for what an earlier backup has, and the storage has not any more. */
  isThere: boolean;
}

/** Takes the photo's file under a storage key into the backup. Null where there is none. */
export type KeepPhoto = (key: string) => Promise<Kept | null>;

interface Copied {
  /** Written files by storage key. */
  sums: Map<string, Kept>;
  /** Keys of files that belong to the rows of the last snapshot. */
  wanted: string[];
  /** Photos of moments, and pictures of members, some of whose files are not there. */
  missing: Set<string>;
  /** Rows of uploads under way, whose files are not there yet: attached to nothing, and left out. */
  unfinished: Set<number>;
}

const attachedPictures = async (snapshot: Snapshot): Promise<Set<unknown>> => {
  const pictures = new Set<unknown>();
  for await (const member of snapshot.rows('users')) pictures.add(member['avatar_id']);
  return pictures;
};

/** @returns whether all files of the image are there */
const copyImage = async (
  keep: KeepPhoto,
  image: Pick<ExpectedImage, 'keys'>,
  sums: Map<string, Kept>,
): Promise<boolean> => {
  for (const key of image.keys) {
    const kept = sums.has(key) ? null : await keep(key);
    if (kept) sums.set(key, kept);
  }
  return image.keys.every((key) => sums.get(key)?.isThere);
};

/** Copies the files that the snapshot's rows speak of, as far as they were not copied before. */
const copyPhotos = async (
  shutdownSignal: AbortSignal,
  keep: KeepPhoto,
  snapshot: Snapshot,
  sums: Map<string, Kept>,
): Promise<Copied> => {
  const pictures = await attachedPictures(snapshot);
  const copied: Copied = { sums, wanted: [], missing: new Set(), unfinished: new Set() };
  for await (const row of snapshot.rows('images')) {
    shutdownSignal.throwIfAborted();
    const image = readExpected(row);
    const isComplete = await copyImage(keep, image, sums);
    if (!isComplete && !image.isUsed && !pictures.has(image.id)) copied.unfinished.add(image.id);
    else {
      copied.wanted.push(...image.keys.filter((key) => sums.has(key)));
      if (!isComplete) copied.missing.add(image.publicId);
    }
  }
  for await (const row of snapshot.rows('bug_reports')) {
    const keys = readExpectedOfReport(row);
    // One whose picture has not arrived yet goes without.
    await copyImage(keep, { keys }, sums);
    copied.wanted.push(...keys.filter((key) => sums.has(key)));
  }
  return copied;
};

async function* only(
  rows: AsyncIterable<StoredRow>,
  isKept: (row: StoredRow) => boolean,
): AsyncGenerator<StoredRow> {
  for await (const row of rows) if (isKept(row)) yield row;
}

const writeRows = async (
  settings: Settings,
  archive: ArchiveWriter,
  snapshot: Snapshot,
  copied: Copied,
  format: number,
): Promise<Manifest> => {
  const entries: Sum[] = [];
  const left: Readonly<Partial<Record<string, (row: StoredRow) => boolean>>> = {
    images: ({ id }) => copied.unfinished.has(Number(id)),
    meta: ({ key }) => isSettingRow(key),
  };
  for (const table of backupTables) {
    const kept = only(snapshot.rows(table), (row) => !left[table]?.(row));
    entries.push(await archive.add(rowsName(table), linesOf(kept), { compress: true }));
  }
  for (const key of copied.wanted) {
    const kept = copied.sums.get(key);
    if (kept) entries.push(kept.sum);
  }
  return {
    kind: 'circle-backup',
    format,
    version: settings.version,
    createdAt: new Date().toISOString(),
    migrations: await snapshot.migrations(),
    keysGiven: await snapshot.keysGiven(),
    tables: [...backupTables],
    entries,
  };
};

/**
 * Photos first, then the rows, of one moment. A photo that is deleted before it is copied is missed; then a later
 * moment is taken, in which its row is gone too. What is missed twice is lost, and told.
 */
export const copyAll = async (
  context: Pick<AppContext, 'settings' | 'shutdownSignal'>,
  { archive, keep, format }: { archive: ArchiveWriter; keep: KeepPhoto; format: number },
): Promise<{ manifest: Manifest; lost: number }> => {
  const sums = new Map<string, Kept>();
  let missedBefore: ReadonlySet<string> = new Set();
  for (;;) {
    const snapshot = await openSnapshot(context.settings);
    try {
      const copied = await copyPhotos(context.shutdownSignal, keep, snapshot, sums);
      if (copied.missing.isSubsetOf(missedBefore)) {
        return {
          manifest: await writeRows(context.settings, archive, snapshot, copied, format),
          lost: copied.missing.size,
        };
      }
      missedBefore = copied.missing;
    } finally {
      await snapshot.close();
    }
    await wait(pause);
  }
};
