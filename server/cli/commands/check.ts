import { CommandError } from '../../command-error.ts';
import { checkEverything } from '../../features/system/check.ts';
import type { Command } from '../command.ts';
import { assertUsed } from '../used-place.ts';

export const check: Command = {
  usage: 'check',
  about: 'compares rows, files and counters; changes nothing',
  run: async (context, words) => {
    if (words.length > 0) throw new CommandError('check takes nothing else.');
    await assertUsed(context);
    return checkEverything(context);
  },
};
