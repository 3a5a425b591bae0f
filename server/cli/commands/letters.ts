import { parseArgs } from 'node:util';
import { sendAllLetters } from '../../features/letters/evening.ts';
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
    const { sent, waiting } = await sendAllLetters(context);
    const later = waiting === 0 ? '' : ` ${waiting} will be tried again by the running server.`;
    const were = context.settings.smtpUrl === null ? 'written' : 'sent';
    return `${sent === 1 ? 'One letter was' : `${sent} letters were`} ${were}.${later}`;
  },
};
