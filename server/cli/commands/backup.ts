import { rm } from 'node:fs/promises';
import path from 'node:path';
import { CommandError } from '../../command-error.ts';
import { makeBackup } from '../../features/system/backup/make.ts';
import type { Command } from '../command.ts';
import { fileAt } from '../file-at.ts';

/** One file with everything, encrypted where a key is set. */
export const backup: Command = {
  usage: 'backup FILE',
  about: 'writes everything into one file, beside the running server',
  run: async (house, words) => {
    const asked = fileAt(words);
    const plain = path.join(house.tmpDir, `backup-${process.pid}`);
    try {
      const publicKey = house.settings.backupPublicKey;
      const { tables, photos, lost, file } = await makeBackup(house, asked, { publicKey, plain });
      if (lost > 0) {
        throw new CommandError(
          `The backup was made, but files of ${lost} photos are not there any more: see \`check\`.`,
        );
      }
      const advice = publicKey === null ? 'Keep it as you keep a key.' : 'Only the private key opens it.';
      return `${file} holds ${tables} tables and ${photos} files. ${advice}`;
    } finally {
      await rm(plain, { force: true });
    }
  },
};
