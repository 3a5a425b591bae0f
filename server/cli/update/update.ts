import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { CommandError } from '../../command-error.ts';
import { renameAll } from '../../platform/storage/durable-files.ts';
import type { Settings } from '../../settings.ts';
import {
  account,
  buildIn,
  type Machine,
  mustRun,
  type Ran,
  run,
  serviceName,
  systemctl,
} from '../service/machine.ts';
import { isReady, waitUntilReady } from '../service/ready.ts';
import { environmentOf, type Given, givenToService, settingsFrom } from '../service/settings-file.ts';
import { writeUnit } from '../service/unit.ts';
import { addBeside, type Checkout, checkOut, findUpdate, removeBeside } from './checkout.ts';
import { copyDatabase, putBackDatabase, removeDatabaseCopy } from './database-copy.ts';
import { assertRoom, bytesOf } from './room.ts';

/** The parts of a checkout that are built, and not in its repository. */
const built = ['node_modules', 'dist', '.node'];

/** How much larger the parts of the newer version may be. */
const growth = 1.3;

type Say = (line: string) => void;

interface Update {
  machine: Machine;
  given: Given;
  settings: Settings;
  checkout: Checkout;
  /** The folder in which the newer version is built. */
  beside: string;
  /** The folder that keeps the built parts of the former version until the newer one answers. */
  before: string;
  /** The program in the place of the build, in tests. */
  build: string | undefined;
  /** How long a version may take until it answers. */
  waitMs: number;
  say: Say;
}

/** The account of the service; null where this is a folder in the place of a machine. */
const accountOf = async ({ root }: Machine) =>
  root === '/'
    ? {
        uid: Number(await mustRun('id', ['-u', account])),
        gid: Number(await mustRun('id', ['-g', account])),
      }
    : null;

/** Runs a command of the Circle in a folder on the data of the service, with its account: files of root would be closed to it. */
const circle = async ({ machine, given }: Update, folder: string, ...words: string[]): Promise<Ran> =>
  run(path.join(folder, 'node_modules/.bin/node'), ['dist/server/circle.js', ...words], {
    cwd: folder,
    env: environmentOf(machine, given),
    as: await accountOf(machine),
  });

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The line of a failed program that names its error, or else its last one. */
const reasonOf = ({ err, out }: Ran): string => {
  const lines = (err || out).split('\n');
  return lines.find((line) => /^\w*error\b.*:/i.test(line)) ?? lines.at(-1) ?? '';
};

const makeBackup = async (update: Update): Promise<void> => {
  const { settings, machine, say } = update;
  const own = path.join(settings.dataDir, 'backups-before-updates');
  const folder = settings.backup?.folder ?? own;
  const words = [`${folder}/`, ...(folder === own ? ['--keep', '2'] : [])];
  const made = await circle(update, machine.folder, 'backup', ...words);
  if (made.code !== 0) throw new CommandError(`The backup failed: ${reasonOf(made)}`);
  say(`Backup made in ${folder}.`);
};

const buildBeside = async ({ checkout, beside, build, say }: Update): Promise<void> => {
  await addBeside(checkout, beside);
  say(`Building ${checkout.tag} in ${beside} …`);
  await buildIn(beside, build);
};

const moveParts = (from: string, to: string) =>
  built.flatMap((name) =>
    existsSync(path.join(from, name)) ? { from: path.join(from, name), to: path.join(to, name) } : [],
  );

/** Puts the newer version into the folder of the service, or changes nothing. */
const switchOver = async ({ machine, checkout, beside, before }: Update): Promise<void> => {
  const { folder } = machine;
  await rm(before, { recursive: true, force: true });
  await mkdir(before);
  await checkOut(folder, checkout.tag);
  try {
    await renameAll([...moveParts(folder, before), ...moveParts(beside, folder)]);
  } catch (error) {
    await checkOut(folder, checkout.former);
    throw error;
  }
};

/** Starts the version in the folder of the service, by its own unit. */
const start = async ({ machine, settings }: Update): Promise<void> => {
  await writeUnit(machine, settings);
  await systemctl('daemon-reload');
  await systemctl('start', serviceName);
};

/** Puts the database back as it was at the stop, where the former version refuses what the newer one made of it. */
const mendDatabase = async (update: Update): Promise<void> => {
  const { machine, settings } = update;
  if (settings.databaseUrl !== null) return;
  if ((await circle(update, machine.folder, 'migrate')).code !== 0) await putBackDatabase(settings.dataDir);
};

/** Puts the former version back into the folder of the service. */
const switchBack = async ({ machine, checkout, beside, before }: Update): Promise<void> => {
  const { folder } = machine;
  await checkOut(folder, checkout.former);
  await renameAll([...moveParts(folder, beside), ...moveParts(before, folder)]);
};

/** Deletes what only a way back needs. */
const tidy = async ({ before, settings }: Update): Promise<void> => {
  await rm(before, { recursive: true, force: true });
  await removeDatabaseCopy(settings.dataDir);
};

const startFormer = async (update: Update, reason: string): Promise<never> => {
  const { settings, say, checkout, waitMs } = update;
  await mendDatabase(update);
  await start(update);
  if (await waitUntilReady(settings, waitMs)) {
    say('The former version runs again.');
    await tidy(update);
    throw new CommandError(reason);
  }
  const advice =
    settings.databaseUrl === null
      ? ''
      : ` Its database may have taken the steps of ${checkout.tag}: restore the backup into an empty one.`;
  throw new CommandError(
    `${reason} The former version was started, but does not answer: see \`journalctl -u ${serviceName}\`.${advice}`,
  );
};

/** From the stop of the former version to the first answer of the newer one, or back. */
const replaceRunning = async (update: Update): Promise<void> => {
  const { settings, checkout, beside, say, waitMs } = update;
  await systemctl('stop', serviceName);
  say('Circle is stopped.');
  try {
    if (settings.databaseUrl === null) await copyDatabase(settings.dataDir);
    // All steps are one transaction, so a failed one leaves the database as it was.
    const migrated = await circle(update, beside, 'migrate');
    if (migrated.code !== 0) {
      throw new CommandError(`The database could not be brought up to date: ${reasonOf(migrated)}`);
    }
    say('The database is up to date.');
    await switchOver(update);
  } catch (error) {
    return startFormer(update, `Nothing was updated to ${checkout.tag}. ${messageOf(error)}`);
  }
  let reason = `${checkout.tag} was not ready within ${waitMs / 1_000} s.`;
  try {
    await start(update);
    if (await waitUntilReady(settings, waitMs)) return;
  } catch (error) {
    reason = messageOf(error);
  }
  say(`${checkout.tag} does not answer, so the former version comes back.`);
  await systemctl('stop', serviceName);
  await switchBack(update);
  await startFormer(update, reason);
};

const assertRoomFor = async ({ machine, settings }: Update): Promise<void> => {
  const { dataDir } = settings;
  const sizes = await Promise.all(built.map((name) => bytesOf(path.join(machine.folder, name))));
  const database = await bytesOf(path.join(dataDir, 'circle.db'));
  const isFirstBackup = settings.backup === null && !existsSync(path.join(dataDir, 'backups-before-updates'));
  const photos = isFirstBackup && settings.s3 === null ? await bytesOf(path.join(dataDir, 'photos')) : 0;
  await assertRoom([
    { folder: machine.folder, bytes: growth * sizes.reduce((sum, size) => sum + size, 0) },
    { folder: dataDir, bytes: 2 * database + photos },
  ]);
};

/**
 * Brings the service to the newest version of its checkout.
 * @throws CommandError with what was done; the former version then runs, unless the message says otherwise
 */
export const updateService = async (
  machine: Machine,
  { build, waitMs, say }: Pick<Update, 'build' | 'waitMs' | 'say'>,
): Promise<void> => {
  const given = givenToService(machine);
  const settings = settingsFrom(machine, given);
  if (!(await isReady(settings))) {
    throw new CommandError(
      `Circle does not answer now, so an update could not be judged: see \`journalctl -u ${serviceName}\`.`,
    );
  }
  const { folder } = machine;
  const checkout = await findUpdate(folder);
  const [beside, before] = [`${folder}.next`, `${folder}.before`];
  const update: Update = { machine, given, settings, checkout, beside, before, build, waitMs, say };
  say(`${checkout.tag} is newer than what is here.`);
  await assertRoomFor(update);
  // The account of the service reads what is written from here on.
  process.umask(0o022);
  try {
    await makeBackup(update);
    await buildBeside(update);
    // Signals are ignored during the switch, or neither version would run.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
    await replaceRunning(update);
  } finally {
    await removeBeside(folder, beside);
  }
  await tidy(update);
  say(`${checkout.tag} answers. The update is done.`);
};
