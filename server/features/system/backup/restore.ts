import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { AppContext } from '../../../app-context.ts';
import { knownMigrations, lastVersionBefore } from '../../../platform/db/migrate.ts';
import { mustBeEmpty, NotEmptyError, restoreRows } from '../../../platform/db/restore-rows.ts';
import type { StoredRow } from '../../../platform/db/snapshot.ts';
import { rowsIn } from './archive/lines.ts';
import { type Manifest, photoKey, rowsName } from './archive/manifest.ts';
import { type ArchiveReader, openArchive } from './archive/read.ts';
import { CommandError } from '../../../command-error.ts';
import { unlessMissing } from '../../../platform/storage/durable-files.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { forgetNightly } from '../../../platform/db/nightly-state.ts';
import { decryptFile, isEncrypted, needsKey } from './crypt.ts';
import { backupsIn, folderOf, snapshotsIn } from './folder/layout.ts';
import { readPhoto } from './folder/photos.ts';
import { keyTextIn } from './key-text.ts';
import { type Deletion, ledgerName, readLedger } from './ledger.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { eraseMember } from '../../account/remove.ts';
import { deletedMembers } from '../../audit/deleted-members.ts';
import { removeCircleAgain } from '../../circles/change.ts';
import { removeCommentAgain } from '../../comments/delete.ts';
import { removeImageAgain } from '../../media/remove.ts';
import { leaveCircleAgain, leaveReaderOutAgain } from '../../posts/taken-back.ts';
import { removePostAgain } from '../../posts/write.ts';

type Repeating = Pick<AppContext, 'jobs' | 'features'>;

/** Repeats one deletion. Each answers whether the object existed. */
const repeat = (context: Repeating, tx: Tx, one: Deletion): Promise<boolean> => {
  switch (one.kind) {
    case 'member':
      return eraseMember(context, tx, one.id);
    case 'circle':
      return removeCircleAgain(tx, one.id);
    case 'post':
      return removePostAgain(context.jobs, tx, one.id);
    case 'comment':
      return removeCommentAgain(context.jobs, tx, one.id);
    case 'photo':
      return removeImageAgain(context.jobs, tx, one.id);
    case 'post_circle':
      return leaveCircleAgain(tx, one.id, one.from);
    case 'post_reader':
      return leaveReaderOutAgain(tx, one);
  }
};

/** Members first: most of the rest is deleted with them. */
const order = ['member', 'circle', 'post', 'comment', 'photo', 'post_circle', 'post_reader'] as const;

/**
 * Deletes again what was deleted after the backup that was restored, and takes back what was taken back.
 * @returns the number of changes
 */
const replay = async (context: Repeating, tx: Tx, deletions: readonly Deletion[]): Promise<number> => {
  let count = 0;
  for (const kind of order) {
    for (const deletion of deletions.filter((one) => one.kind === kind)) {
      if (await repeat(context, tx, deletion)) count += 1;
    }
  }
  return count;
};

/** Photos stored concurrently: each waits for the disk. */
const concurrency = 8;

const mustBeKnown = ({ migrations, version }: Manifest): void => {
  const unknown = migrations.find((name, at) => knownMigrations[at] !== name);
  if (unknown === undefined) return;
  const [first = ''] = knownMigrations;
  throw new CommandError(
    unknown < first
      ? `The backup of Circle ${version} is too old. Restore it with the version ${lastVersionBefore}, and make a new backup.`
      : `The backup was made by Circle ${version}, which is newer. Restore it with that version.`,
  );
};

const storePhotos = async (storage: Storage, archive: ArchiveReader): Promise<void> => {
  const names = archive.manifest.entries.flatMap(({ name }) => (photoKey(name) === null ? [] : [name]));
  const work = async () => {
    for (let name = names.shift(); name !== undefined; name = names.shift()) {
      const key = photoKey(name);
      if (key !== null) await storage.put(key, await buffer(await archive.read(name)));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
};

async function* rowsOf(archive: ArchiveReader, table: string): AsyncGenerator<StoredRow> {
  yield* rowsIn(await archive.read(rowsName(table)));
}

/**
 * Photos first, then all rows and what was deleted since in one transaction: when it breaks off there are still no members,
 * and it can be called once more.
 * @returns the number of repeated deletions
 */
const restoreFrom = async (
  context: AppContext,
  archive: ArchiveReader,
  deletions: readonly Deletion[],
): Promise<number> => {
  const { manifest } = archive;
  mustBeKnown(manifest);
  await mustBeEmpty(context.db.read);
  await archive.verify();
  await storePhotos(context.storage, archive);
  const filling = { ...manifest, rows: (table: string) => rowsOf(archive, table) };
  const gone = await restoreRows(context.db, filling, async (tx) => {
    await forgetNightly(tx);
    // The jobs that continue a deletion are in no backup.
    const begun = (await deletedMembers(tx.q)).map<Deletion>((one) => ({ kind: 'member', ...one }));
    return replay(context, tx, [...begun, ...deletions]);
  });
  // Files of what went; they would go as soon as a server runs.
  await context.jobs.workOffOnce('remove-files');
  return gone;
};

export interface Restoring {
  /** A file, or a folder of backups. */
  file: string;
  /** Which one of a folder; null for the newest. */
  snapshot: string | null;
  /** A file with the private key or two of its sheets, for a backup that is encrypted. */
  key: string | null;
  /** The private key itself, of sheets that were typed. */
  typedKey?: string;
  /** A file besides the one that lies with the backup; null for that alone, if there is one; false for none. */
  ledger: string | null | false;
}

// Read before anything is restored, so that a ledger of no use is found out in time.
const findLedger = async (file: string, ledger: Restoring['ledger']): Promise<Deletion[]> => {
  if (ledger === false) return [];
  const beside = path.dirname(file);
  const own = beside === snapshotsIn(folderOf(file)) ? folderOf(file) : beside;
  const found = (await readLedger(path.join(own, ledgerName))) ?? [];
  if (ledger === null) return found;
  const named = await readLedger(ledger);
  if (named === null) throw new CommandError(`${ledger} cannot be read.`);
  return [...found, ...named];
};

/** The archive as it is, and what to do with it afterwards. @throws CommandError */
const openedFile = async (tmpDir: string, file: string, keyText: string | null): Promise<string> => {
  // Whatever else is wrong with the file is said where it is read as an archive.
  if (!(await isEncrypted(file).catch(() => false))) return file;
  if (keyText === null) throw needsKey(file);
  const plain = path.join(tmpDir, `restore-${process.pid}`);
  await decryptFile(file, plain, keyText);
  return plain;
};

/** The file that is meant: of a folder the newest backup, or the one with the name. @throws CommandError */
const fileIn = async (place: string, snapshot: string | null): Promise<string> => {
  const isFolder = (await unlessMissing(stat(place)))?.isDirectory() === true;
  if (!isFolder) {
    if (snapshot === null) return place;
    throw new CommandError(`${place} is no folder of backups, so --snapshot has no meaning.`);
  }
  const backups = await backupsIn(place);
  const bare = (name: string) => path.basename(name).replace(/\.backup(?:\.age)?$/, '');
  const found = snapshot === null ? backups.at(-1) : backups.find((file) => bare(file) === bare(snapshot));
  if (found !== undefined) return found;
  const names = backups.map((file) => `  ${path.basename(file)}`);
  throw new CommandError(
    names.length === 0
      ? `${place} holds no whole backup.`
      : [`${place} has no backup of that name. It has:`, ...names].join('\n'),
  );
};

/**
 * Puts a backup into an empty place, whichever database and storage that has, deletes again what was deleted since the
 * backup (by the ledger, and by `deletions`). The caller checks the outcome.
 * @throws CommandError; nothing is restored then
 */
export const restoreBackup = async (
  context: AppContext,
  restoring: Restoring,
  deletions: readonly Deletion[] = [],
): Promise<string> => {
  const chosen = await fileIn(restoring.file, restoring.snapshot);
  const ledger = await findLedger(chosen, restoring.ledger);
  const keyText = restoring.key === null ? (restoring.typedKey ?? null) : await keyTextIn(restoring.key);
  const file = await openedFile(context.tmpDir, chosen, keyText);
  try {
    const archive = await openArchive(file, (object) => readPhoto(folderOf(chosen), object, keyText));
    try {
      const gone = await restoreFrom(context, archive, [...ledger, ...deletions]);
      const said = [`Restored the backup of ${archive.manifest.createdAt}.`];
      if (gone > 0) said.push(`Repeated what was deleted or taken back since: ${gone}.`);
      return said.join('\n');
    } catch (error) {
      if (!(error instanceof NotEmptyError)) throw error;
      throw new CommandError(
        [
          error.message,
          'Should the backup take their place? Then stop the server and add --replace. The data of now is kept in a',
          'folder beside it, and what was deleted since the backup is deleted again.',
        ].join('\n'),
      );
    } finally {
      archive.close();
    }
  } finally {
    if (file !== chosen) await rm(file, { force: true });
  }
};
