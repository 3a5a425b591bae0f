import { existsSync } from 'node:fs';
import path from 'node:path';
import { CommandError } from '../../command-error.ts';
import { tryLock } from '../../platform/db/update/file-lock.ts';
import { at, buildIn, type Machine, serviceName } from '../service/machine.ts';
import { isReady, waitUntilReady } from '../service/ready.ts';
import { givenToService, settingsFrom } from '../service/settings-file.ts';
import { addBeside, findUpdate, removeBeside } from './checkout.ts';
import { writeJournal } from './journal.ts';
import { built, switchBack, switchOver } from './parts.ts';
import { recover } from './recover.ts';
import { assertRoom, bytesOf } from './room.ts';
import { circle, messageOf, reasonOf, start, stop, type Update } from './running.ts';
import { findLastStart, keepDatabase, runFormer, tidy } from './way-back.ts';

/** How much larger the parts of the newer version may be. */
const growth = 1.3;

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

const goBack = async (update: Update, started: string | null, reason: string): Promise<never> => {
  const trouble = await runFormer(update, started);
  throw new CommandError(trouble === null ? reason : `${reason} ${trouble}`);
};

/** From the stop of the former version to the first answer of the newer one, or back. */
const replaceRunning = async (update: Update): Promise<void> => {
  const { machine, settings, checkout, beside, say, waitMs } = update;
  const { former, tag } = checkout;
  // Until the service has stopped, another start would be another name.
  await writeJournal(machine.folder, { former, tag, started: null });
  await stop();
  say('Circle is stopped.');
  const started = await findLastStart(update);
  try {
    await keepDatabase(update);
    await writeJournal(machine.folder, { former, tag, started });
    // All steps are one transaction, so a failed one leaves the database as it was.
    const migrated = await circle(update, beside, 'migrate');
    if (migrated.code !== 0) {
      throw new CommandError(`The database could not be brought up to date: ${reasonOf(migrated)}`);
    }
    say('The database is up to date.');
    await switchOver(update);
  } catch (error) {
    return goBack(update, started, `Nothing was updated to ${tag}. ${messageOf(error)}`);
  }
  let reason = `${tag} was not ready within ${waitMs / 1_000} s.`;
  try {
    await start(update);
    if (await waitUntilReady(settings, waitMs)) return;
  } catch (error) {
    reason = messageOf(error);
  }
  say(`${tag} does not answer, so the former version comes back.`);
  await stop();
  await switchBack(update);
  await goBack(update, started, reason);
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
  using lock = tryLock(at(machine, '/run/circle-update.lock'));
  if (lock === null) {
    throw new CommandError('Another update is at work. Wait until it has ended, and see `service status`.');
  }
  // The account of the service reads what is written from here on.
  process.umask(0o022);
  const given = givenToService(machine);
  const settings = settingsFrom(machine, given);
  const { folder } = machine;
  const [beside, before] = [`${folder}.next`, `${folder}.before`];
  const all = { machine, given, settings, beside, before, build, waitMs, say };
  if (await recover(all)) return;
  if (!(await isReady(settings))) {
    throw new CommandError(
      `Circle does not answer now, so an update could not be judged: see \`journalctl -u ${serviceName}\`.`,
    );
  }
  const checkout = await findUpdate(folder);
  const update: Update = { ...all, checkout };
  say(`${checkout.tag} is newer than what is here.`);
  await assertRoomFor(update);
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
