import { buffer } from 'node:stream/consumers';
import type { House } from '../../house.ts';
import { knownMigrations } from '../../platform/db/migrate.ts';
import { mustBeEmpty, NotEmptyError, refill } from '../../platform/db/refill.ts';
import type { StoredRow } from '../../platform/db/snapshot.ts';
import { rowsIn } from '../archive/lines.ts';
import { type Manifest, photoKey, rowsName } from '../archive/manifest.ts';
import { type ArchiveReader, openArchive } from '../archive/read.ts';
import { type Command, CommandError } from '../command.ts';
import { fileAt } from '../file-at.ts';
import { checkEverything } from './check.ts';

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
const restoreFrom = async (house: House, archive: ArchiveReader): Promise<string> => {
  const { manifest } = archive;
  mustBeKnown(manifest);
  await mustBeEmpty(house.db.read);
  await archive.verify();
  await storePhotos(house, archive);
  await refill(house.db, { ...manifest, rows: (table) => rowsOf(archive, table) });
  return `Restored the backup of ${manifest.createdAt}.\n${await checkEverything(house)}`;
};

/** Puts a backup into an empty place, whichever database and storage that has, and checks the outcome. */
export const restore: Command = {
  usage: 'restore FILE',
  about: 'puts a backup into a Circle without members; start the server afterwards',
  run: async (house, words) => {
    const archive = await openArchive(fileAt(words));
    try {
      return await restoreFrom(house, archive);
    } catch (error) {
      if (!(error instanceof NotEmptyError)) throw error;
      throw new CommandError(`${error.message} A backup is restored into an empty place only.`);
    } finally {
      archive.close();
    }
  },
};
