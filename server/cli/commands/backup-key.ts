import { CommandError } from '../../command-error.ts';
import { newBackupKey } from '../../features/system/backup/crypt.ts';
import type { OutsideCommand } from '../command.ts';

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
