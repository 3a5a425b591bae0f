import { parseArgs } from 'node:util';
import { CommandError } from '../../command-error.ts';
import type { OutsideCommand } from '../command.ts';

const marks = { ok: '✓', wrong: '✗', note: 'i' } as const;

export const mailIn: OutsideCommand = {
  usage: 'mail-in --check',
  about: 'says step by step whether answers by mail can be received',
  runOutside: async (settings, words, say) => {
    const { values } = parseArgs({
      args: [...words],
      options: { check: { type: 'boolean', default: false } },
    });
    if (!values.check) throw new CommandError('Give --check: the server itself receives mail.');
    // Its libraries take longer to load than the other commands do.
    const { checkMailIn } = await import('../../platform/mail-in/check.ts');
    const findings = await checkMailIn(settings);
    for (const { kind, text } of findings) say(`${marks[kind]} ${text}`);
    const count = findings.filter(({ kind }) => kind === 'wrong').length;
    if (count > 0) throw new CommandError(count === 1 ? 'One thing is wrong.' : `${count} things are wrong.`);
    say('Mail can be received.');
  },
};
