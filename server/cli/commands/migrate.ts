import { CommandError } from '../../command-error.ts';
import type { Command } from '../command.ts';

/** Every command does it before it begins, as the server does when it starts. */
export const migrate: Command = {
  usage: 'migrate',
  about:
    'brings the database up to date with this version, as the next start would; no older version runs on it then',
  run: (_context, words) => {
    if (words.length > 0) throw new CommandError('migrate takes nothing else.');
    return Promise.resolve('The database is up to date.');
  },
};
