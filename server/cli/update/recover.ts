import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CommandError } from '../../command-error.ts';
import { buildIn, run } from '../service/machine.ts';
import { isReady } from '../service/ready.ts';
import { checkOutAnyway, removeBeside } from './checkout.ts';
import { readJournal } from './journal.ts';
import { restoreParts } from './parts.ts';
import { stop, type Update } from './running.ts';
import { findLastStart, runFormer, tidy } from './way-back.ts';

const commitOf = async (folder: string, name: string): Promise<string> =>
  (await run('git', ['-C', folder, 'rev-parse', `${name}^{commit}`])).out;

const pauseMs = 500;

/** Waits for a program that the update began before it was cut off, and that still changes the database. */
const waitUntilAlone = async (update: Update): Promise<void> => {
  for (const until = Date.now() + update.waitMs; Date.now() < until; await wait(pauseMs))
    if ((await findLastStart(update)) !== null) return;
};

/**
 * Brings the service to a whole version after an update that was cut off, by a kill or a power cut: to the newer one if it
 * answers already, else to the former one.
 * @returns whether the newer version runs
 */
export const recover = async (given: Omit<Update, 'checkout'>): Promise<boolean> => {
  const { folder } = given.machine;
  const journal = await readJournal(folder);
  if (journal === null) return false;
  const { former, tag, started } = journal;
  const update: Update = { ...given, checkout: { folder, former, tag } };
  const { settings, beside, build, say } = update;
  say(`The update to ${tag} was cut off.`);
  const isNewer = (await commitOf(folder, 'HEAD')) === (await commitOf(folder, tag));
  // The parts of the newer version are beside until the switch: only the former one can answer then.
  const isHalfWay = isNewer && existsSync(path.join(beside, 'dist'));
  if (!isHalfWay && (await isReady(settings))) {
    await removeBeside(folder, beside);
    await buildIn(folder, build);
    await tidy(update);
    if (isNewer) say(`${tag} answers. The update is done.`);
    return isNewer;
  }
  await stop();
  await checkOutAnyway(folder, update.checkout);
  await restoreParts(update);
  await removeBeside(folder, beside);
  await buildIn(folder, build);
  await waitUntilAlone(update);
  const trouble = await runFormer(update, started);
  if (trouble !== null) throw new CommandError(trouble);
  return false;
};
