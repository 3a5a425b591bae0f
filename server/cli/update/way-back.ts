import { rm } from 'node:fs/promises';
import { serviceName } from '../service/machine.ts';
import { waitUntilReady } from '../service/ready.ts';
import { copyDatabase, putBackDatabase, removeDatabaseCopy } from './database-copy.ts';
import { removeJournal } from './journal.ts';
import { circle, reasonOf, start, type Update } from './running.ts';

/** Names the last start of a server on this database; null where it cannot be read. */
export const findLastStart = async (update: Update): Promise<string | null> => {
  const { code, out } = await circle(update, update.machine.folder, 'before-update', 'last-start');
  return code === 0 ? out : null;
};

/** Copies the database for the way back, once the service is stopped. */
export const keepDatabase = async (update: Update): Promise<void> => {
  const { settings, machine, checkout, say } = update;
  if (settings.databaseUrl === null) return copyDatabase(settings.dataDir);
  const kept = await circle(update, machine.folder, 'before-update', 'keep');
  // The account may lack the right, or the disk of the database the room.
  if (kept.code !== 0) {
    say(`If ${checkout.tag} fails, the backup is the only way back: ${reasonOf(kept)}`);
  }
};

const putBack = async (update: Update): Promise<boolean> => {
  const { settings, machine } = update;
  if (settings.databaseUrl === null) return putBackDatabase(settings.dataDir);
  return (await circle(update, machine.folder, 'before-update', 'put-back')).code === 0;
};

/**
 * Has the database as the former version, which is in the folder of the service, accepts it. The copy is put back only
 * where no server has listened since: nobody was promised anything then.
 * @param started the last start before the copy
 */
const mendDatabase = async (update: Update, started: string | null): Promise<boolean> => {
  if ((await circle(update, update.machine.folder, 'migrate')).code === 0) return true;
  return started !== null && (await findLastStart(update)) === started && (await putBack(update));
};

/** Deletes what only a way back needs. */
export const tidy = async (update: Update): Promise<void> => {
  const { machine, before, settings, say } = update;
  await rm(before, { recursive: true, force: true });
  await removeDatabaseCopy(settings.dataDir);
  if (settings.databaseUrl !== null) {
    const forgotten = await circle(update, machine.folder, 'before-update', 'forget');
    if (forgotten.code !== 0) say(`The database still has the copy of all tables: ${reasonOf(forgotten)}`);
  }
  await removeJournal(machine.folder);
};

/**
 * Starts the former version, which is in the folder of the service.
 * @param started the last start before the copy of the database
 * @returns what is wrong; null where it runs
 */
export const runFormer = async (update: Update, started: string | null): Promise<string | null> => {
  const { settings, say, checkout, waitMs } = update;
  const isMended = await mendDatabase(update, started);
  await start(update);
  if (await waitUntilReady(settings, waitMs)) {
    say('The former version runs again.');
    await tidy(update);
    return null;
  }
  const advice = isMended
    ? ''
    : ` Its database has taken the steps of ${checkout.tag}: restore the backup into an empty one.`;
  return `The former version was started, but does not answer: see \`journalctl -u ${serviceName}\`.${advice}`;
};
