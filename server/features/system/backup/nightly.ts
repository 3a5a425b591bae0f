import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { House } from '../../../house.ts';
import { makeFolder, unlessMissing } from '../../../platform/storage/durable-files.ts';
import type { BackupSettings } from '../../../settings-operating.ts';
import { tellAdmins } from '../../notifications/tell-admins.ts';
import { nightlyState, noteNightly } from '../nightly-state.ts';
import { keepLedger, ledgerName } from './ledger.ts';
import { makeBackup } from './make.ts';

const hour = 60 * 60_000;
const day = 24 * hour;
/** By the clock of the machine. */
const beginsAt = 3;

const program = fileURLToPath(new URL('../../../cli/circle.ts', import.meta.url));

const ours = /^circle-[\dTZ-]+\.backup(?:\.age)?$/;
const nameAt = (time: number): string =>
  `circle-${new Date(time).toISOString().replaceAll(/[:.]/g, '-')}.backup`;

/** The time of the last night that is over or has begun. */
const lastNight = (now: number): number => {
  const night = new Date(now).setHours(beginsAt, 0, 0, 0);
  return night <= now ? night : night - day;
};

const inWords = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 500);

/**
 * Restores a backup into a folder of its own, in a process that knows nothing of this server's places, and checks it.
 * @throws an error with what the command said
 */
const rehearse = async (house: House, file: string): Promise<void> => {
  const folder = await mkdtemp(path.join(house.tmpDir, 'rehearsal-'));
  try {
    await new Promise<void>((resolve, reject) => {
      execFile(
        process.execPath,
        [program, 'restore', file, '--no-ledger'],
        // No `.env` lies there, and of the environment nothing goes along: not the database, the store, the mail server.
        { cwd: folder, env: { DATA_DIR: path.join(folder, 'data') }, signal: house.closing },
        (error, _out, said) => (error ? reject(new Error(said.trim() || error.message)) : resolve()),
      );
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Takes away all but the newest, and what broke off. */
const sweep = async ({ folder, keep }: BackupSettings): Promise<void> => {
  const names = await readdir(folder);
  const whole = names.filter((name) => ours.test(name)).toSorted();
  for (const name of whole.slice(0, -keep)) await rm(path.join(folder, name), { force: true });
  for (const name of names.filter((one) => one.endsWith('.partial') && ours.test(one.slice(0, -8)))) {
    const found = await unlessMissing(stat(path.join(folder, name)));
    if (found && found.mtimeMs < Date.now() - day) await rm(path.join(folder, name), { force: true });
  }
};

const tell = async (
  house: House,
  trouble: 'backupTrouble' | 'rehearsalTrouble',
  error: unknown,
): Promise<void> => {
  house.log.error({ err: error }, 'The nightly backup did not go well');
  await house.db.write(async (tx) => {
    await noteNightly(tx, { [trouble]: inWords(error) });
    await tellAdmins(house, tx, { kind: 'backup_failed', except: [] });
  });
};

/** Makes a backup, restores it on trial and tells the administrators when either fails. */
export const makeNightly = async (house: House, settings: BackupSettings): Promise<void> => {
  const began = Date.now();
  await house.db.write((tx) => noteNightly(tx, { triedAt: began }));
  const file = path.join(settings.folder, nameAt(began));
  const plain = path.join(house.tmpDir, path.basename(file));
  try {
    await makeFolder(settings.folder);
    await keepLedger(house, path.join(settings.folder, ledgerName));
    const { lost } = await makeBackup(house, file, { publicKey: settings.publicKey, plain });
    if (lost > 0) throw new Error(`Files of ${lost} photos are not there any more.`);
    await house.db.write((tx) => noteNightly(tx, { backupAt: began, backupTrouble: null }));
  } catch (error) {
    await rm(plain, { force: true });
    return tell(house, 'backupTrouble', error);
  }
  try {
    // Whoever has only the public key cannot open what was encrypted: then it is what was there before that.
    await rehearse(house, settings.publicKey === null ? file : plain);
    await house.db.write((tx) => noteNightly(tx, { rehearsedAt: Date.now(), rehearsalTrouble: null }));
    // Only now, so that backups of no use never push out one of use.
    await sweep(settings);
  } catch (error) {
    await tell(house, 'rehearsalTrouble', error);
  } finally {
    await rm(plain, { force: true });
  }
};

/** Every hour the ledger is kept up, and once a night a backup is made. */
export const handleNightly = (house: House): void => {
  const { backup } = house.settings;
  if (!backup) return;
  const inTurn = async (): Promise<void> => {
    const { triedAt } = await nightlyState(house.db.read);
    if (triedAt === null || triedAt < lastNight(Date.now())) return makeNightly(house, backup);
    await keepLedger(house, path.join(backup.folder, ledgerName));
  };
  house.jobs.handle('nightly-backup', inTurn, { every: hour, long: true });
};
