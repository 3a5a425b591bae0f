import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { CommandError } from '../../command-error.ts';
import type { OutsideCommand } from '../command.ts';
import { at, machineAt, unitFile } from '../service/machine.ts';
import { updateService } from '../update/update.ts';

export const update: OutsideCommand = {
  usage: 'update [--wait SECONDS]',
  about:
    'brings the service to the newest version, after a backup; goes back if that version does not answer within 120 seconds',
  runOutside: async (_settings, words, say) => {
    const { values } = parseArgs({
      args: [...words],
      options: {
        wait: { type: 'string', default: '120' },
        // For tests: a folder in the place of the machine, and a program in the place of the build.
        root: { type: 'string' },
        build: { type: 'string' },
      },
    });
    const machine = machineAt(values.root);
    if (!existsSync(at(machine, unitFile))) {
      throw new CommandError(
        'Only the service updates itself: install it first, or stop Circle, check out the newest tag and start it again.',
      );
    }
    if (!/^[1-9]\d{0,3}$/.test(values.wait))
      throw new CommandError('--wait takes a whole number of seconds.');
    await updateService(machine, {
      build: values.build,
      waitMs: Number(values.wait) * 1_000,
      say,
    });
  },
};
