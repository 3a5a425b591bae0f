import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { CommandError } from '../../command-error.ts';
import { makeSnapshot } from '../../features/system/backup/folder/make.ts';
import { sweepFolder } from '../../features/system/backup/folder/sweep.ts';
import { keepLedger, ledgerName } from '../../features/system/backup/ledger.ts';
import { type Made, makeBackup } from '../../features/system/backup/make.ts';
import type { AppContext } from '../../app-context.ts';
import { unlessMissing } from '../../platform/storage/durable-files.ts';
import type { Command, OutsideCommand } from '../command.ts';
import { fileAt } from '../file-at.ts';
import { assertUsed } from '../used-place.ts';
import { newBackupKey } from '../../features/system/backup/crypt.ts';

const intoFile = async (context: AppContext, file: string): Promise<Made> => {
  const plain = path.join(context.tmpDir, `backup-${process.pid}`);
  try {
    return await makeBackup(context, file, { publicKey: context.settings.backupPublicKey, plain });
  } finally {
    await rm(plain, { force: true });
  }
};

const intoFolder = async (context: AppContext, folder: string, keep: number | null): Promise<Made> => {
  const { backupPublicKey: publicKey } = context.settings;
  const made = await makeSnapshot(context, { folder, publicKey, trial: null });
  await keepLedger(context.db, path.join(folder, ledgerName));
  // Files of a lost photo may exist in earlier backups only.
  if (keep !== null && made.lost === 0) await sweepFolder(folder, keep);
  return made;
};

const countOf = (keep: string | undefined): number | null => {
  if (keep === undefined) return null;
  if (!/^[1-9]\d{0,3}$/.test(keep)) throw new CommandError('--keep takes a whole number from 1.');
  return Number(keep);
};

/** Everything, into one file or into a folder that keeps photos once; encrypted where a key is set. */
export const backup: Command = {
  usage: 'backup FILE | backup FOLDER/ [--keep N]',
  about: 'writes everything into one file, or what is new into a folder, beside the running server',
  run: async (context, words) => {
    const { positionals, values } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { keep: { type: 'string' } },
    });
    const place = fileAt(positionals);
    const keep = countOf(values.keep);
    const isFolder =
      /[/\\]$/.test(positionals[0] ?? '') || (await unlessMissing(stat(place)))?.isDirectory() === true;
    if (!isFolder && keep !== null) {
      throw new CommandError(`--keep is for folders. Write ${place}/ for one that is not there yet.`);
    }
    await assertUsed(context);
    const made = isFolder ? await intoFolder(context, place, keep) : await intoFile(context, place);
    const { tables, photos, lost, file } = made;
    if (lost > 0) {
      throw new CommandError(
        `The backup was made, but files of ${lost} photos are not there any more: see \`check\`.`,
      );
    }
    const advice =
      context.settings.backupPublicKey === null
        ? 'Keep it as you keep a key.'
        : 'Only the private key opens it.';
    return `${file} holds ${tables} tables and ${photos} files. ${advice}`;
  },
};

/** A pair of keys for backups. Nothing of it is kept here. */
export const backupKey: OutsideCommand = {
  usage: 'backup-key',
  about: 'prints a new pair of keys to encrypt backups with, once',
  runOutside: async (_settings, words, say) => {
    if (words.length > 0) throw new CommandError('backup-key takes nothing else.');
    const { privateKey, publicKey } = await newBackupKey();
    say('The private key opens backups. Keep it elsewhere than this server; it is shown this once:');
    say(privateKey);
    say('The public key goes into the settings of the server:');
    say(`BACKUP_PUBLIC_KEY=${publicKey}`);
  },
};

export const ledger: Command = {
  usage: 'ledger FILE',
  about: 'adds to a file the ids of what was deleted, for a later `restore`',
  run: async (context, words) => {
    const file = fileAt(words);
    await assertUsed(context);
    return `${file}: ${await keepLedger(context.db, file)} deletions added.`;
  },
};
