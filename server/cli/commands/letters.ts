import { parseArgs } from 'node:util';
import { makeAllLetters } from '../../features/letters/evening.ts';
import { CommandError } from '../../command-error.ts';
import type { Command } from '../command.ts';

export const letters: Command = {
  usage: 'letters --now',
  about:
    "sends every member's letter as if their hour had come, or writes it as a file where there is no SMTP_URL",
  run: async (context, words) => {
    const { values } = parseArgs({ args: [...words], options: { now: { type: 'boolean', default: false } } });
    if (!values.now)
      throw new CommandError('Give --now: letters are sent in the evening without this command.');
    const count = await makeAllLetters(context);
    await context.jobs.workOffOnce('letter-photo');
    await context.jobs.workOffOnce('letter');
    return count === 1 ? 'One member has a letter.' : `${count} members have a letter.`;
  },
};
