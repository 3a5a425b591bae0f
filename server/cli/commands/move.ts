import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Database } from '../../platform/db/database.ts';
import { prepareMoveTarget } from '../../platform/db/move-target.ts';
import { knownMigrations, RefusedDatabaseError, sinceFirstRelease } from '../../platform/db/migrate.ts';
import { mustBeAlone, nameOfDatabase, openDatabase, openSnapshot } from '../../platform/db/open.ts';
import { NotEmptyError } from '../../platform/db/restore-rows.ts';
import { InUseError, NothingThereError, type Snapshot } from '../../platform/db/snapshot.ts';
import { createLog } from '../../platform/log.ts';
import { nameOfStorage, openStorage } from '../../platform/storage/open.ts';
import { hashOf } from '../../platform/text/ids.ts';
import { SettingError } from '../../setting-error.ts';
import { type Settings, settingsOfFile } from '../../settings.ts';
import { CommandError } from '../../command-error.ts';
import type { OutsideCommand } from '../command.ts';
import { carryDataFolder, mustNotBeAnotherNode } from '../move/data-folder.ts';
import { carryFiles, assertOnlyOurFiles, measureFiles } from '../move/files.ts';
import { compareSides } from '../move/outcome.ts';
import { createPace } from '../move/pace.ts';
import { carryRows, measureRows } from '../move/rows.ts';

interface Ends {
  from: Settings;
  to: Settings;
  /** Begin once more with what an unfinished move has left there. */
  anew: boolean;
  say: (line: string) => void;
}

const words = (given: readonly string[]) => {
  const { values } = parseArgs({
    args: [...given],
    options: { to: { type: 'string' }, anew: { type: 'boolean', default: false } },
  });
  if (!values.to) throw new CommandError('Say where to: --to FILE, the settings of the new place.');
  return { file: path.resolve(values.to), anew: values.anew };
};

/** Identifies an installation: the hash of one of its secrets. @throws CommandError */
const markOf = async (source: Snapshot): Promise<string> => {
  const applied = sinceFirstRelease(await source.migrations());
  if (applied.length !== knownMigrations.length || applied.some((name, at) => knownMigrations[at] !== name)) {
    throw new CommandError(
      'The database is not in the schema of this version: start the server once, stop it, move.',
    );
  }
  for await (const { key, value } of source.rowsAfter('meta', null)) {
    if (key === 'secret:cursors') return hashOf(`circle-move ${String(value)}`);
  }
  throw new CommandError('There is nothing to move: no server was ever started here.');
};

const moveRows = async ({ from, to, anew, say }: Ends, source: Snapshot, db: Database) => {
  const landing = await prepareMoveTarget(db, { source: await markOf(source), anew });
  say(landing.isResumed ? 'Going on with the rows where it was cut off:' : 'Rows:');
  await carryRows(source, landing, createPace(say));
  const arrived = await openSnapshot(to);
  try {
    const measures = { from: await measureRows(source), to: await measureRows(arrived) };
    return {
      measures,
      finish: async () => {
        await landing.finish(await source.keysGiven());
        say(`${nameOfDatabase(from)} is as it was.`);
      },
    };
  } finally {
    await arrived.close();
  }
};

const moveFiles = async ({ from, to, say }: Ends) => {
  const [source, target] = [await openStorage(from), await openStorage(to)];
  say('Files:');
  const carried = await carryFiles(source, target, createPace(say));
  return { from: carried, to: await measureFiles(target) };
};

const moveAll = async (ends: Ends, source: Snapshot, db: Database | null): Promise<void> => {
  const { from, to, say } = ends;
  const rows = db && (await moveRows(ends, source, db));
  const files = nameOfStorage(from) === nameOfStorage(to) ? null : await moveFiles(ends);
  if (from.dataDir !== to.dataDir) {
    const uploads = await carryDataFolder(from.dataDir, to.dataDir);
    if (uploads > 0) say(`  ${uploads} uploads whose full-size copies are still to be made`);
  }
  const { lines, differ } = compareSides(rows?.measures ?? null, files);
  say(lines.join('\n'));
  if (differ.length > 0) {
    throw new CommandError(
      `Not the same on both sides: ${differ.join(', ')}. Was the server started in between? Move once more with --anew.`,
    );
  }
  await rows?.finish();
};

const run = async (ends: Ends): Promise<void> => {
  const { from, to, say } = ends;
  const isSameDatabase = nameOfDatabase(from) === nameOfDatabase(to);
  const isSameStorage = nameOfStorage(from) === nameOfStorage(to);
  if (isSameDatabase && isSameStorage) {
    throw new CommandError('There is nothing to move: rows and files are where the new settings want them.');
  }
  say(`From ${nameOfDatabase(from)} and ${nameOfStorage(from)}`);
  say(`to   ${nameOfDatabase(to)} and ${nameOfStorage(to)}`);
  const source = await openSnapshot(from, { alone: true });
  try {
    await markOf(source);
    if (!isSameStorage) {
      const target = await openStorage(to);
      await target.ready();
      await assertOnlyOurFiles(await openStorage(from), target);
    }
    if (isSameDatabase) {
      if (from.dataDir !== to.dataDir) mustNotBeAnotherNode(from.dataDir, to.dataDir);
      return await moveAll(ends, source, null);
    }
    await mustBeAlone(to);
    const db = await openDatabase(to, createLog('warn'));
    try {
      await moveAll(ends, source, db);
    } finally {
      await db.close();
    }
  } finally {
    await source.close();
  }
};

const inWords = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return inWords(error.cause);
  return error.message || String(Reflect.get(error, 'code') ?? error.name);
};

const explained = (error: unknown): unknown => {
  if ([CommandError, SettingError, RefusedDatabaseError].some((kind) => error instanceof kind)) return error;
  if (error instanceof NothingThereError) return new CommandError(error.message);
  if (error instanceof InUseError) return new CommandError(`Stop the server first: ${error.message}.`);
  if (error instanceof NotEmptyError)
    return new CommandError(`${error.message} Nothing was moved: name an empty place.`);
  // A mistake of ours, which is found by where it happened.
  if (error instanceof TypeError) return error;
  return new CommandError(
    `It broke off: ${inWords(error)}\nThe source is as it was. Call the same once more, and it goes on from here.`,
    { cause: error },
  );
};

/** Carries rows and files from the places that the settings name to those that another file names. */
export const move: OutsideCommand = {
  usage: 'move --to FILE [--anew]',
  about: 'carries everything to the database and storage of the settings in FILE; stop the server first',
  runOutside: async (from, given, say) => {
    const { file, anew } = words(given);
    try {
      await run({ from, to: settingsOfFile(file, from), anew, say });
    } catch (error) {
      throw explained(error);
    }
    say(`Everything is there. Start the server with the settings of ${file} now.`);
  },
};
