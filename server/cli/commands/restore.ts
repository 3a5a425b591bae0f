import path from 'node:path';
import { parseArgs } from 'node:util';
import { CommandError } from '../../command-error.ts';
import { restoreBackup, type Restoring } from '../../features/system/backup/restore.ts';
import type { OutsideCommand } from '../command.ts';
import { fileAt } from '../file-at.ts';
import { withAppContext } from '../operator-context.ts';
import { replaceData } from '../replace-data.ts';

const read = (words: readonly string[]): { restoring: Restoring; replace: boolean } => {
  const { positionals, values } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      snapshot: { type: 'string' },
      key: { type: 'string' },
      ledger: { type: 'string' },
      'no-ledger': { type: 'boolean' },
      replace: { type: 'boolean', default: false },
    },
  });
  const { snapshot = null, key, ledger, 'no-ledger': without, replace } = values;
  if (without === true && ledger !== undefined)
    throw new CommandError('Give --ledger or --no-ledger, not both.');
  const restoring = {
    file: fileAt(positionals),
    snapshot,
    key: key === undefined ? null : path.resolve(key),
    ledger: without === true ? (false as const) : ledger === undefined ? null : path.resolve(ledger),
  };
  return { restoring, replace };
};

export const restore: OutsideCommand = {
  usage: 'restore FILE|FOLDER [--snapshot NAME] [--key FILE] [--ledger FILE] [--replace]',
  about: 'puts a backup into a Circle without members, or with --replace in the place of what is there',
  runOutside: async (settings, words, say) => {
    const { restoring, replace } = read(words);
    if (replace) return replaceData(settings, restoring, say);
    say(await withAppContext(settings, (context) => restoreBackup(context, restoring)));
  },
};
