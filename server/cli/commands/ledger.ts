import { keepLedger } from '../../features/system/backup/ledger.ts';
import type { Command } from '../command.ts';
import { fileAt } from '../file-at.ts';

export const ledger: Command = {
  usage: 'ledger FILE',
  about: 'adds to a file the ids of what was deleted, for a later `restore`',
  run: async (context, words) => {
    const file = fileAt(words);
    return `${file}: ${await keepLedger(context.db, file)} deletions added.`;
  },
};
