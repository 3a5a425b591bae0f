import { RefusedDatabaseError } from '../platform/db/migrate.ts';
import { mailKinds } from '../platform/mail/mail-job.ts';
import { unavailableReason } from '../platform/problem.ts';
import { SettingError } from '../setting-error.ts';
import type { Settings } from '../settings.ts';
import { CommandError } from '../command-error.ts';
import { withAppContext } from './operator-context.ts';
import type { Command, OutsideCommand } from './command.ts';
import { backup, backupKey, ledger } from './commands/backup.ts';
import { check } from './commands/check.ts';
import { invite } from './commands/invite.ts';
import { letters, mailIn } from './commands/mail.ts';
import { makeAdmin, resetPassword, setEmail, verify } from './commands/members.ts';
import { migrate } from './commands/migrate.ts';
import { move } from './commands/move.ts';
import { restore } from './commands/restore.ts';
import { service } from './commands/service.ts';
import { beforeUpdate } from './commands/before-update.ts';
import { update } from './commands/update.ts';

/** The operator's commands, beside a running server or without one. */
const commands: Readonly<Record<string, Command | OutsideCommand>> = {
  invite,
  'make-admin': makeAdmin,
  verify,
  'reset-password': resetPassword,
  'set-email': setEmail,
  backup,
  'backup-key': backupKey,
  ledger,
  restore,
  check,
  letters,
  'mail-in': mailIn,
  move,
  migrate,
  service,
  update,
  'before-update': beforeUpdate,
};

const help = (): string =>
  [
    'npm run circle -- COMMAND',
    '',
    ...Object.values(commands).flatMap(({ usage, about }) => [`  ${usage}`, `      ${about}`]),
    '',
    'The settings are those of the server: the environment, or .env in this folder.',
  ].join('\n');

/** Where a command writes, line by line. */
export interface Terminal {
  say(line: string): void;
  complain(line: string): void;
}

const perform = async (
  [name = 'help', ...words]: readonly string[],
  settingsHere: () => Settings,
  { say }: Terminal,
): Promise<number> => {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    say(help());
    return name === 'help' ? 0 : 2;
  }
  const settings = settingsHere();
  if ('runOutside' in command) {
    await command.runOutside(settings, words, say);
    return 0;
  }
  await withAppContext(settings, async (context) => {
    say(await command.run(context, words));
    // They go out now, whether a server runs or not. `migrate` sends none: `update` may take the database back after it.
    if (command.causesMails) await context.jobs.workOffOnce(...mailKinds);
  });
  return 0;
};

/** Runs one of the operator's commands and resolves with its exit code. @throws what is nobody's fault but ours */
export const runCommand = async (
  words: readonly string[],
  settingsHere: () => Settings,
  terminal: Terminal,
): Promise<number> => {
  try {
    return await perform(words, settingsHere, terminal);
  } catch (error) {
    const isOurs = [CommandError, SettingError, RefusedDatabaseError].some((kind) => error instanceof kind);
    const isUsage =
      error instanceof TypeError && String(Reflect.get(error, 'code')).startsWith('ERR_PARSE_ARGS');
    const reason = unavailableReason(error);
    if (!(error instanceof Error) || (!isOurs && !isUsage && reason === null)) throw error;
    terminal.complain(reason ?? error.message);
    return 1;
  }
};
