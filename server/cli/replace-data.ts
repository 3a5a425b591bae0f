import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { CommandError } from '../command-error.ts';
import { type Deletion, keepLedger, ledgerName, readLedger } from '../features/system/backup/ledger.ts';
import { checkEverything } from '../features/system/check.ts';
import { restoreBackup, type Restoring } from '../features/system/backup/restore.ts';
import { mustBeAlone } from '../platform/db/open.ts';
import { tryLock } from '../platform/db/update/file-lock.ts';
import { InUseError } from '../platform/db/snapshot.ts';
import { renameAll, syncFolder, unlessMissing } from '../platform/storage/durable-files.ts';
import type { Settings } from '../settings.ts';
import { withAppContext } from './operator-context.ts';

/** The files that a restore replaces. The node's id, the mails and everything else stay. */
const replaced = ['photos', 'circle.db-wal', 'circle.db-shm', 'circle.db'];

const namesIn = (folder: string): string[] => replaced.filter((name) => existsSync(path.join(folder, name)));

const keptAs = 'before-restore-';

/**
 * Without the present database nobody would know what was deleted since the backup: a swap may have been cut off.
 * @throws CommandError
 */
const assertDatabase = async (dataDir: string): Promise<void> => {
  if (existsSync(path.join(dataDir, 'circle.db'))) return;
  const found = (await unlessMissing(readdir(dataDir))) ?? [];
  const kept = found.filter((name) => name.startsWith(keptAs));
  throw new CommandError(
    kept.length === 0
      ? `There is no database in ${dataDir}, so there is nothing to replace. Restore without --replace.`
      : [
          `There is no database in ${dataDir}. A restore may have been cut off while it swapped the folders.`,
          `Move circle.db* and photos back from ${kept.map((name) => path.join(dataDir, name)).join(' or ')}, and try again.`,
        ].join('\n'),
  );
};

/** @throws CommandError while a server runs, without a database, or where data is in PostgreSQL or S3 */
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
  await assertDatabase(settings.dataDir);
  try {
    await mustBeAlone(settings);
  } catch (error) {
    if (error instanceof InUseError) throw new CommandError(`Stop the server first: ${error.message}.`);
    throw error;
  }
};

/** Refusals, and what the operating system refused; any other error is a bug, and keeps its stack. */
const nothingReplaced = (error: unknown): unknown =>
  error instanceof CommandError || (error instanceof Error && 'code' in error)
    ? new CommandError(`${error.message}\nNothing was replaced.`)
    : error;

/**
 * Finds what was deleted in the present database and in those that it replaced, by a ledger in the data folder. A database
 * knows no deletion of what it never had, and the next backup may have that.
 */
const deletionsIn = async (settings: Settings): Promise<Deletion[]> => {
  const file = path.join(settings.dataDir, ledgerName);
  await withAppContext(settings, ({ db }) => keepLedger(db, file));
  return (await readLedger(file)) ?? [];
};

/** Puts the restored data in the place of the present data, or changes nothing. @returns the folder with the former data */
const swap = async (dataDir: string, temporary: string): Promise<string> => {
  const kept = path.join(dataDir, `${keptAs}${new Date().toISOString().replaceAll(/[:.]/g, '-')}`);
  await mkdir(kept, { mode: 0o700 });
  const move = (from: string, into: string) =>
    namesIn(from).map((name) => ({ from: path.join(from, name), to: path.join(into, name) }));
  try {
    // The database goes first and comes last, so that without it nothing starts on half of the data.
    await renameAll([...move(dataDir, kept).toReversed(), ...move(temporary, dataDir)]);
  } catch (error) {
    await rmdir(kept);
    throw error;
  }
  return kept;
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
  using lock = tryLock(path.join(dataDir, 'restore.lock'));
  if (lock === null)
    throw new CommandError(`Another restore into ${dataDir} is at work. Wait until it has ended.`);
  const deletions = restoring.ledger === false ? [] : await deletionsIn(settings);
  const temporary = path.join(dataDir, 'restoring');
  let said: string;
  let kept: string;
  try {
    await rm(temporary, { recursive: true, force: true });
    said = await withAppContext({ ...settings, dataDir: temporary }, async (context) => {
      const restored = await restoreBackup(context, restoring, deletions);
      return [restored, await checkEverything(context)].join('\n');
    });
    // Restoring takes minutes, in which somebody may have started the server.
    await assertReplaceable(settings);
    kept = await swap(dataDir, temporary);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    throw nothingReplaced(error);
  }
  for (const folder of [kept, temporary, dataDir]) await syncFolder(folder);
  await rm(temporary, { recursive: true, force: true });
  say(said);
  say(
    `The former data is in ${kept}. Start the server and look around. Then delete that folder: it still holds`,
  );
  say('what members have deleted.');
};
