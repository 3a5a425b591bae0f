import { rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type ExpectedImage, readExpected, readExpectedOfReport } from '../../media/expected-files.ts';
import type { House } from '../../../house.ts';
import { keptTables } from '../../../platform/db/kept-tables.ts';
import { syncFolder, unlessMissing } from '../../../platform/storage/durable-files.ts';
import { openSnapshot, type Snapshot, type StoredRow } from '../../../platform/db/snapshot.ts';
import { linesOf } from './archive/lines.ts';
import { archiveFormat, type Manifest, photoName, rowsName, type Sum } from './archive/manifest.ts';
import { type ArchiveWriter, createArchive } from './archive/write.ts';
import { encryptFile } from './crypt.ts';
import { CommandError } from '../../../command-error.ts';

/** Milliseconds after which a photo that was not there is looked for again. */
const pause = 300;

interface Copied {
  /** What was written, by storage key. */
  sums: Map<string, Sum>;
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
  house: House,
  archive: ArchiveWriter,
  image: Pick<ExpectedImage, 'keys'>,
  sums: Map<string, Sum>,
): Promise<boolean> => {
  for (const key of image.keys) {
    const found = sums.has(key) ? null : await house.storage.read(key);
    // Photos are compressed already.
    if (found) sums.set(key, await archive.add(photoName(key), found.stream, { compress: false }));
  }
  return image.keys.every((key) => sums.has(key));
};

/** Copies the files that the snapshot's rows speak of, as far as they were not copied before. */
const copyPhotos = async (
  house: House,
  archive: ArchiveWriter,
  snapshot: Snapshot,
  sums: Map<string, Sum>,
): Promise<Copied> => {
  const pictures = await attachedPictures(snapshot);
  const copied: Copied = { sums, wanted: [], missing: new Set(), unfinished: new Set() };
  for await (const row of snapshot.rows('images')) {
    house.closing.throwIfAborted();
    const image = readExpected(row);
    const isComplete = await copyImage(house, archive, image, sums);
    if (!isComplete && image.postId === null && !pictures.has(image.id)) copied.unfinished.add(image.id);
    else {
      copied.wanted.push(...image.keys.filter((key) => sums.has(key)));
      if (!isComplete) copied.missing.add(image.publicId);
    }
  }
  for await (const row of snapshot.rows('bug_reports')) {
    const keys = readExpectedOfReport(row);
    // One whose picture has not arrived yet goes without.
    await copyImage(house, archive, { keys }, sums);
    copied.wanted.push(...keys.filter((key) => sums.has(key)));
  }
  return copied;
};

async function* without(
  rows: AsyncIterable<StoredRow>,
  ids: ReadonlySet<unknown>,
): AsyncGenerator<StoredRow> {
  for await (const row of rows) if (!ids.has(row['id'])) yield row;
}

const writeRows = async (
  house: House,
  archive: ArchiveWriter,
  snapshot: Snapshot,
  copied: Copied,
): Promise<Manifest> => {
  const entries: Sum[] = [];
  for (const table of keptTables) {
    const rows = snapshot.rows(table);
    const kept = table === 'images' ? without(rows, copied.unfinished) : rows;
    entries.push(await archive.add(rowsName(table), linesOf(kept), { compress: true }));
  }
  for (const key of copied.wanted) {
    const sum = copied.sums.get(key);
    if (sum) entries.push(sum);
  }
  return {
    kind: 'circle-backup',
    format: archiveFormat,
    version: house.settings.version,
    createdAt: new Date().toISOString(),
    migrations: await snapshot.migrations(),
    keysGiven: await snapshot.keysGiven(),
    tables: [...keptTables],
    entries,
  };
};

/**
 * Photos first, then the rows, of one moment. A photo that is deleted before it is copied is missed; then a later
 * moment is taken, in which its row is gone too. What is missed twice is lost, and told.
 */
const copyAll = async (house: House, archive: ArchiveWriter) => {
  const sums = new Map<string, Sum>();
  let missedBefore: ReadonlySet<string> = new Set();
  for (;;) {
    const snapshot = await openSnapshot(house.settings);
    try {
      const copied = await copyPhotos(house, archive, snapshot, sums);
      if (copied.missing.isSubsetOf(missedBefore)) {
        return { manifest: await writeRows(house, archive, snapshot, copied), lost: copied.missing.size };
      }
      missedBefore = copied.missing;
    } finally {
      await snapshot.close();
    }
    await wait(pause);
  }
};

interface Made {
  tables: number;
  photos: number;
  /** Photos some of whose files are not there any more. */
  lost: number;
  /** The file as it is called: with .age where it is encrypted. */
  file: string;
}

/**
 * One file with everything that members put into Circle, consistent, while the server goes on. With a public key it is
 * encrypted, and `plain` is left with what is in it: the caller takes that away.
 * @throws CommandError
 */
export const makeBackup = async (
  house: House,
  file: string,
  { publicKey, plain }: { publicKey: string | null; plain: string },
): Promise<Made> => {
  const archive = await createArchive(publicKey === null ? file : plain);
  try {
    const { manifest, lost } = await copyAll(house, archive);
    await archive.finish(manifest);
    const photos = manifest.entries.length - manifest.tables.length;
    const made = { tables: manifest.tables.length, photos, lost };
    if (publicKey === null) return { ...made, file };
    const encrypted = file.endsWith('.age') ? file : `${file}.age`;
    if (await unlessMissing(stat(encrypted))) throw new CommandError(`${encrypted} is there already.`);
    await encryptFile(plain, `${encrypted}.partial`, publicKey);
    await rename(`${encrypted}.partial`, encrypted);
    await syncFolder(path.dirname(encrypted));
    return { ...made, file: encrypted };
  } finally {
    await archive.abandon();
  }
};
