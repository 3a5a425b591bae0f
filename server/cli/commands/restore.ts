import path from 'node:path';
import { parseArgs } from 'node:util';
import { CommandError } from '../../command-error.ts';
import { restoreBackup } from '../../features/system/backup/restore.ts';
import type { Command } from '../command.ts';
import { fileAt } from '../file-at.ts';

export const restore: Command = {
  usage: 'restore FILE|FOLDER [--snapshot NAME] [--key FILE] [--ledger FILE]',
  about: 'puts a backup into a Circle without members; start the server afterwards',
  run: (house, words) => {
    const { positionals, values } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        snapshot: { type: 'string' },
        key: { type: 'string' },
        ledger: { type: 'string' },
        'no-ledger': { type: 'boolean' },
      },
    });
    const { snapshot = null, key, ledger, 'no-ledger': without } = values;
    if (without === true && ledger !== undefined)
      throw new CommandError('Give --ledger or --no-ledger, not both.');
    return restoreBackup(house, {
      file: fileAt(positionals),
      snapshot,
      key: key === undefined ? null : path.resolve(key),
      ledger: without === true ? false : ledger === undefined ? null : path.resolve(ledger),
    });
  },
};
