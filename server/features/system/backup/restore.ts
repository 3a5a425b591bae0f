import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { House } from '../../../house.ts';
import { knownMigrations } from '../../../platform/db/migrate.ts';
import { mustBeEmpty, NotEmptyError, refill } from '../../../platform/db/refill.ts';
import type { StoredRow } from '../../../platform/db/snapshot.ts';
import { rowsIn } from './archive/lines.ts';
import { type Manifest, photoKey, rowsName } from './archive/manifest.ts';
import { type ArchiveReader, openArchive } from './archive/read.ts';
import { CommandError } from '../../../command-error.ts';
import { unlessMissing } from '../../../platform/storage/durable-files.ts';
import { checkEverything } from '../check.ts';
import { forgetNightly } from '../nightly-state.ts';
import { decryptFile, isEncrypted } from './crypt.ts';
import { type Deletion, ledgerName, readLedger } from './ledger.ts';
import { replay } from './replay.ts';

/** Photos stored at once: each waits for the disk. */
const atOnce = 8;

const mustBeKnown = ({ migrations, version }: Manifest): void => {
  if (migrations.some((name, at) => knownMigrations[at] !== name)) {
    throw new CommandError(
      `The backup was made by Circle ${version}, which is newer. Restore it with that version.`,
    );
  }
};

const storePhotos = async (house: House, archive: ArchiveReader): Promise<void> => {
  const names = archive.manifest.entries.flatMap(({ name }) => (photoKey(name) === null ? [] : [name]));
  const work = async () => {
    for (let name = names.shift(); name !== undefined; name = names.shift()) {
      const key = photoKey(name);
      if (key !== null) await house.storage.put(key, await buffer(await archive.read(name)));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
};

async function* rowsOf(archive: ArchiveReader, table: string): AsyncGenerator<StoredRow> {
  yield* rowsIn(await archive.read(rowsName(table)));
}

/**
 * Photos first, then all rows in one transaction: when it breaks off there are still no members, and it can be
 * called once more.
 */
const restoreFrom = async (house: House, archive: ArchiveReader): Promise<Manifest> => {
  const { manifest } = archive;
  mustBeKnown(manifest);
  await mustBeEmpty(house.db.read);
  await archive.verify();
  await storePhotos(house, archive);
  await refill(house.db, { ...manifest, rows: (table) => rowsOf(archive, table) });
  return manifest;
};

interface Restoring {
  file: string;
  /** A file with the private key, for a backup that is encrypted. */
  key: string | null;
  /** A file; null for the one that lies beside the backup, if there is one; false for none. */
  ledger: string | null | false;
}

// Read before anything is restored, so that a ledger of no use is found out in time.
const findLedger = async ({ file, ledger }: Restoring): Promise<Deletion[]> => {
  if (ledger === false) return [];
  const found = await readLedger(ledger ?? path.join(path.dirname(file), ledgerName));
  if (found === null && ledger !== null) throw new CommandError(`${ledger} cannot be read.`);
  return found ?? [];
};

/** The archive's file, and what to do with it afterwards. @throws CommandError */
const openedFile = async (house: House, { file, key }: Restoring): Promise<string> => {
  // Whatever else is wrong with the file is said where it is read as an archive.
  if (!(await isEncrypted(file).catch(() => false))) return file;
  if (key === null) throw new CommandError(`${file} is encrypted. Give the private key: --key FILE.`);
  const text = await unlessMissing(readFile(key, 'utf8'));
  if (text === null) throw new CommandError(`${key} cannot be read.`);
  const plain = path.join(house.tmpDir, `restore-${process.pid}`);
  await decryptFile(file, plain, text);
  return plain;
};

/**
 * Puts a backup into an empty place, whichever database and storage that has, deletes what was deleted since, and
 * checks the outcome.
 * @throws CommandError
 */
export const restoreBackup = async (house: House, restoring: Restoring): Promise<string> => {
  const deletions = await findLedger(restoring);
  const file = await openedFile(house, restoring);
  try {
    const archive = await openArchive(file);
    try {
      const { createdAt } = await restoreFrom(house, archive);
      const gone = await replay(house, deletions);
      await house.db.write(forgetNightly);
      const said = [`Restored the backup of ${createdAt}.`];
      if (gone > 0) said.push(`Deleted once more what the ledger names: ${gone}.`);
      return [...said, await checkEverything(house)].join('\n');
    } catch (error) {
      if (!(error instanceof NotEmptyError)) throw error;
      throw new CommandError(`${error.message} A backup is restored into an empty place only.`);
    } finally {
      archive.close();
    }
  } finally {
    if (file !== restoring.file) await rm(file, { force: true });
  }
};
