import { parseArgs } from 'node:util';
import { sendAllLetters } from '../../features/letters/evening.ts';
import { CommandError } from '../../command-error.ts';
import { wordsIn } from '../../words/words.ts';
import type { Command } from '../command.ts';

export const letters: Command = {
  usage: 'letters --now',
  about:
    "sends every member's letter as if their hour had come, or writes it as a file where there is no SMTP_URL",
  causesMails: true,
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

const marks = { ok: '✓', wrong: '✗', note: 'i' } as const;

export const mailIn: Command = {
  usage: 'mail-in --check',
  about: 'says step by step whether answers by mail can be received',
  run: async ({ settings }, words) => {
    const { values } = parseArgs({
      args: [...words],
      options: { check: { type: 'boolean', default: false } },
    });
    if (!values.check) throw new CommandError('Give --check: the server itself receives mail.');
    // Its libraries take longer to load than the other commands do.
    const { checkMailIn } = await import('../../platform/mail-in/check.ts');
    const findings = await checkMailIn(settings, wordsIn('en').tries);
    const lines = findings.map(({ kind, text }) => `${marks[kind]} ${text}`);
    const count = findings.filter(({ kind }) => kind === 'wrong').length;
    if (count === 0) return [...lines, 'Mail can be received.'].join('\n');
    throw new CommandError(
      [...lines, count === 1 ? 'One thing is wrong.' : `${count} things are wrong.`].join('\n'),
    );
  },
};
