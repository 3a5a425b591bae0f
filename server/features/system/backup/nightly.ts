import { mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { AppContext } from '../../../app-context.ts';
import { makeFolder } from '../../../platform/storage/durable-files.ts';
import type { BackupSettings } from '../../../settings.ts';
import { notifyAdmins } from '../../notifications/notify-admins.ts';
import { nightlyState, noteNightly, isSuccessful } from '../../../platform/db/nightly-state.ts';
import { verifySealed } from './crypt.ts';
import { forgetKnown, type KnownPhoto } from './folder/known.ts';
import { backupsIn, objectFile, snapshotsIn, timeOf } from './folder/layout.ts';
import { makeSnapshot } from './folder/make.ts';
import { sweepFolder } from './folder/sweep.ts';
import { keepLedger, ledgerName } from './ledger.ts';
import { rehearse } from './rehearse.ts';

const hour = 60 * 60_000;
const day = 24 * hour;
/** By the clock of the machine. */
const beginsAt = 3;
const maxTries = 3;
/** Between two tries; a little less than an hour, which is when one looks again. */
const pause = 50 * 60_000;

/** The time of the last night that is over or has begun. */
const lastNight = (now: number): number => {
  const night = new Date(now).setHours(beginsAt, 0, 0, 0);
  return night <= now ? night : night - day;
};

const inWords = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 500);

const note = async (
  context: Pick<AppContext, 'db' | 'log'>,
  folder: string,
  part: 'backupTrouble' | 'rehearsalTrouble',
  error: unknown,
) => {
  context.log.error({ err: error }, 'The nightly backup did not go well');
  const found = await backupsIn(folder).catch((away: unknown) => {
    context.log.error({ err: away }, 'The folder of the backups could not be read');
    return [];
  });
  await context.db.write(async (tx) => {
    // A folder that is away, for example on an unplugged disk, still holds the earlier ones.
    const kept = new Set([...(await nightlyState(tx.q)).kept, ...found.map(timeOf)]);
    await noteNightly(tx, { [part]: inWords(error), kept: [...kept] });
  });
};

const notifyOfFailure = (context: Pick<AppContext, 'db' | 'jobs'>): Promise<void> =>
  context.db.write(async (tx) => {
    await noteNightly(tx, { told: true });
    await notifyAdmins(context.jobs, tx, { kind: 'backup_failed', except: [] });
  });

// Encrypted photos of earlier nights are opened by nobody here: that they are still what was written is what one can know.
const verifyWritten = async (folder: string, photos: readonly KnownPhoto[]): Promise<void> => {
  const sums = new Map(photos.map(({ object, storedSha256 }) => [object, storedSha256]));
  for (const [object, sum] of sums) await verifySealed(objectFile(folder, object), sum);
};

const makeAndRehearse = async (
  context: AppContext,
  { folder, keep }: BackupSettings,
  { triedAt, trial }: { triedAt: number; trial: string },
): Promise<void> => {
  const began = performance.now();
  const publicKey = context.settings.backupPublicKey;
  const isSealed = publicKey !== null;
  let made: Awaited<ReturnType<typeof makeSnapshot>>;
  try {
    await makeFolder(folder);
    await keepLedger(context.db, path.join(folder, ledgerName));
    made = await makeSnapshot(context, { folder, publicKey, trial: isSealed ? trial : null });
    if (made.lost > 0) throw new Error(`Files of ${made.lost} photos are not there any more.`);
    await context.db.write((tx) => noteNightly(tx, { backupAt: triedAt, backupTrouble: null }));
  } catch (error) {
    return note(context, folder, 'backupTrouble', error);
  }
  try {
    // With only the public key, encrypted backups cannot be opened, so the rehearsal uses the plain copy.
    const plain = path.join(snapshotsIn(trial), path.basename(made.file, '.age'));
    await rehearse(context, isSealed ? plain : made.file);
    if (isSealed) await verifyWritten(folder, made.known);
  } catch (error) {
    // The next backup rewrites damaged files.
    await forgetKnown(folder);
    return note(context, folder, 'rehearsalTrouble', error);
  }
  const rehearsedAt = triedAt + Math.round(performance.now() - began);
  await context.db.write((tx) => noteNightly(tx, { rehearsedAt, rehearsalTrouble: null }));
  try {
    // Only now, so that backups of no use never push out one of use.
    await sweepFolder(folder, keep);
    const kept = (await backupsIn(folder)).map(timeOf);
    await context.db.write((tx) => noteNightly(tx, { keep, kept }));
  } catch (error) {
    // The night went well all the same: it is not tried again.
    await note(context, folder, 'backupTrouble', error);
    await notifyOfFailure(context);
  }
};

const tryOnce = async (
  context: AppContext,
  settings: BackupSettings,
  { triedAt, tries }: { triedAt: number; tries: number },
): Promise<void> => {
  await context.db.write(async (tx) => {
    const { backupAt, rehearsedAt } = await nightlyState(tx.q);
    await noteNightly(tx, {
      triedAt,
      tries,
      ...(tries === 1 && { told: false }),
      // A clock was ahead: by its times even a try that fails would count as successful.
      ...((backupAt ?? 0) > triedAt && { backupAt: null }),
      ...((rehearsedAt ?? 0) > triedAt && { rehearsedAt: null }),
    });
  });
  // A try that ended with the process left copies of everything there.
  for (const name of await readdir(context.tmpDir)) {
    if (/^(?:trial|rehearsal)-/.test(name))
      await rm(path.join(context.tmpDir, name), { recursive: true, force: true });
  }
  const trial = await mkdtemp(path.join(context.tmpDir, 'trial-'));
  try {
    await makeAndRehearse(context, settings, { triedAt, trial });
  } finally {
    await rm(trial, { recursive: true, force: true });
  }
  if (tries >= maxTries && !isSuccessful(await nightlyState(context.db.read))) await notifyOfFailure(context);
};

/**
 * Makes a backup once a night and restores it on trial. A run that failed or was interrupted is retried in the same
 * night. After the last try administrators are notified once.
 */
export const takeTurn = async (context: AppContext, settings: BackupSettings, now: number): Promise<void> => {
  const state = await nightlyState(context.db.read);
  const { triedAt, tries, told } = state;
  // A try in the future was timed by a clock that was ahead, and would put off every night until then.
  if (triedAt === null || triedAt < lastNight(now) || triedAt > now) {
    return tryOnce(context, settings, { triedAt: now, tries: 1 });
  }
  if (!isSuccessful(state)) {
    if (tries < maxTries && now - triedAt >= pause) {
      return tryOnce(context, settings, { triedAt: now, tries: tries + 1 });
    }
    if (tries >= maxTries && !told) await notifyOfFailure(context);
  }
  await makeFolder(settings.folder);
  await keepLedger(context.db, path.join(settings.folder, ledgerName));
};

const kind = 'nightly-backup';

/** Every hour the ledger is kept up, and once a night a backup is made. */
export const handleNightly = (context: AppContext): void => {
  const { jobs, settings, storedSettings } = context;
  const inTurn = async () => {
    if (settings.backup) await takeTurn(context, settings.backup, Date.now());
  };
  // A node without a folder must not take the turns of another one.
  const handle = () => {
    if (settings.backup) jobs.handle(kind, inTurn, { every: hour });
  };
  handle();
  storedSettings.onChange(async () => {
    handle();
    const turn = { kind, payload: null, uniqueKey: `every:${kind}` };
    if (settings.backup) await context.db.write((tx) => jobs.enqueue(tx, turn));
  });
};
