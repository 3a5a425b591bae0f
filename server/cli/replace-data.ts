import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { CommandError } from '../command-error.ts';
import { type Deletion, deletionsOf } from '../features/system/backup/ledger.ts';
import { restoreBackup, type Restoring } from '../features/system/backup/restore.ts';
import { mustBeAlone } from '../platform/db/open.ts';
import { InUseError } from '../platform/db/snapshot.ts';
import { syncFolder } from '../platform/storage/durable-files.ts';
import type { Settings } from '../settings.ts';
import { withHouse } from './operator-house.ts';

/** What a restore replaces in the data folder. The node's id, the mails and anything else stay. */
const replaced = ['photos', 'circle.db-wal', 'circle.db-shm', 'circle.db'];

const moveData = async (from: string, into: string): Promise<void> => {
  for (const name of replaced.filter((file) => existsSync(path.join(from, file))))
    await rename(path.join(from, name), path.join(into, name));
  await syncFolder(into);
  await syncFolder(from);
};

/** @throws CommandError while a server runs, or where data is in PostgreSQL or S3 */
const assertReplaceable = async (settings: Settings): Promise<void> => {
  if (settings.databaseUrl !== null || settings.s3 !== null) {
    throw new CommandError(
      [
        '--replace works where the database and the photos are files in DATA_DIR.',
        'Otherwise write the deletions of now into a file (`npm run circle -- ledger FILE`), name an empty database',
        'and an empty bucket in the settings, and restore there with `--ledger FILE`.',
      ].join('\n'),
    );
  }
  try {
    await mustBeAlone(settings);
  } catch (error) {
    if (error instanceof InUseError) throw new CommandError(`Stop the server first: ${error.message}.`);
    throw error;
  }
};

const restoreBeside = async (settings: Settings, restoring: Restoring, deletions: readonly Deletion[]) => {
  try {
    return await withHouse(settings, (house) => restoreBackup(house, restoring, deletions));
  } catch (error) {
    await rm(settings.dataDir, { recursive: true, force: true });
    if (error instanceof CommandError) throw new CommandError(`${error.message}\nNothing was replaced.`);
    throw error;
  }
};

/**
 * Restores a backup into the data folder of an installation with members. The backup is restored and checked in a
 * folder beside the data first, together with all deletions that the present database knows of. Then the two change
 * places, and the former data is kept.
 * @throws CommandError; the data is then as it was
 */
export const replaceData = async (
  settings: Settings,
  restoring: Restoring,
  say: (line: string) => void,
): Promise<void> => {
  await assertReplaceable(settings);
  const { dataDir } = settings;
  const deletions = restoring.ledger === false ? [] : await withHouse(settings, deletionsOf);
  const beside = path.join(dataDir, 'restoring');
  await rm(beside, { recursive: true, force: true });
  say(await restoreBeside({ ...settings, dataDir: beside }, restoring, deletions));
  const kept = path.join(dataDir, `before-restore-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`);
  await mkdir(kept, { mode: 0o700 });
  await moveData(dataDir, kept);
  try {
    await moveData(beside, dataDir);
  } catch (error) {
    await moveData(kept, dataDir);
    throw error;
  }
  await rm(beside, { recursive: true, force: true });
  say(
    `The former data is in ${kept}. Start the server and look around. Then delete that folder: it still holds`,
  );
  say('what members have deleted.');
};
