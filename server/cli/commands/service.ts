import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { CommandError } from '../../command-error.ts';
import { unlessMissing } from '../../platform/storage/durable-files.ts';
import { environmentOfProcess, type Settings } from '../../settings.ts';
import type { OutsideCommand } from '../command.ts';
import {
  account,
  at,
  buildIn,
  type Machine,
  machineAt,
  mustRun,
  run,
  serviceName,
  settingsFile,
  stateFolder,
  systemctl,
  unitFile,
} from '../service/machine.ts';
import { isReady, waitUntilReady } from '../service/ready.ts';
import { type Given, givenIn, givenToService, settingsFrom, withSettings } from '../service/settings-file.ts';
import { assertReadable, writeUnit } from '../service/unit.ts';

const startTimeoutMs = 60_000;

type Say = (line: string) => void;

/** A step, and what is said of it before anything is done. */
interface Step {
  line: string;
  take: () => Promise<unknown>;
}

/** @throws CommandError for members in the checkout, whom the service would not find */
const assertNothingLeftBehind = (machine: Machine, given: Given): void => {
  if (given.DATABASE_URL !== undefined || existsSync(at(machine, `${stateFolder}/circle.db`))) return;
  const former = environmentOfProcess()['DATA_DIR'] ?? path.join(machine.folder, 'data');
  if (!existsSync(path.join(former, 'circle.db'))) return;
  throw new CommandError(
    `Members of a Circle are in ${former}: stop that server, move the folder to ${stateFolder}, and call this again.`,
  );
};

const writeSettings = async (file: string, text: string): Promise<void> => {
  await mkdir(path.dirname(file), { recursive: true });
  // An older file would keep its rights while it has the new secrets.
  const beside = `${file}.new`;
  await rm(beside, { force: true });
  await writeFile(beside, text, { mode: 0o600, flag: 'wx' });
  await rename(beside, file);
};

const planInstall = async (machine: Machine, given: Given, settings: Settings): Promise<Step[]> => {
  const file = at(machine, settingsFile);
  const former = (await unlessMissing(readFile(file, 'utf8'))) ?? '';
  const names = Object.keys(given);
  const backups = settings.backup?.folder ?? null;
  const hasAccount = (await run('id', ['-u', account])).code === 0;
  const steps: Step[] = [];
  if (!hasAccount) {
    const words = ['--system', '--home-dir', stateFolder, '--shell', '/usr/sbin/nologin', account];
    steps.push({
      line: `add the account ${account}, which nobody signs in to`,
      take: () => mustRun('useradd', words),
    });
  }
  if (names.length > 0 || former === '') {
    const about =
      names.length > 0 ? `write ${names.join(', ')} into ${file}` : `make ${file}, which is empty`;
    const text = withSettings(former, given);
    steps.push({ line: `${about}, for root alone`, take: () => writeSettings(file, text) });
  }
  if (backups !== null && !existsSync(backups)) {
    const words = ['-d', '-o', account, '-g', account, '-m', '700', backups];
    steps.push({ line: `make ${backups} for that account`, take: () => mustRun('install', words) });
  }
  return [
    ...steps,
    { line: `write ${at(machine, unitFile)}`, take: () => writeUnit(machine, settings) },
    {
      line: `start ${serviceName}, now and whenever this machine starts`,
      take: async () => {
        await systemctl('daemon-reload');
        await systemctl('enable', serviceName);
        await systemctl('restart', serviceName);
      },
    },
  ];
};

/** The link for the first member, if the server logged one at its last start. */
const findFirstLink = async (): Promise<string | undefined> => {
  const { out } = await run('journalctl', ['-u', serviceName, '-n', '200', '-o', 'cat', '--no-pager']);
  const lines = out.split('\n');
  const startedAt = lines.findLastIndex((line) => line.startsWith('Circle is at '));
  return lines.slice(startedAt).find((line) => line.startsWith('The first member joins here'));
};

interface How {
  isDry: boolean;
  build: string | undefined;
  say: Say;
}

const install = async (machine: Machine, { isDry, build, say }: How): Promise<void> => {
  if (machine.root === '/') assertReadable(machine);
  const given = givenIn(environmentOfProcess());
  const all = { ...givenToService(machine), ...given };
  const settings = settingsFrom(machine, all);
  assertNothingLeftBehind(machine, all);
  const steps = await planInstall(machine, given, settings);
  say('This will:');
  say('- install and build what is missing');
  for (const { line } of steps) say(`- ${line}`);
  if (isDry) return;
  await buildIn(machine.folder, build);
  for (const { take } of steps) await take();
  const ready = await waitUntilReady(settings, startTimeoutMs);
  if (ready) say(`Circle is at ${settings.publicUrl}`);
  const link = await findFirstLink();
  if (link !== undefined) say(link);
  if (ready) return;
  const where = settings.ownName ? `http://${settings.ownName.domain} says why, or ` : '';
  throw new CommandError(
    `The service was started, but does not answer yet: ${where}\`journalctl -u ${serviceName}\`.`,
  );
};

const status = async (machine: Machine, say: Say): Promise<void> => {
  if (!existsSync(at(machine, unitFile))) throw new CommandError('There is no service. Install it first.');
  const settings = settingsFrom(machine, givenToService(machine));
  const { out: state } = await run('systemctl', ['is-active', serviceName]);
  const ready = await isReady(settings);
  const line = `The service is ${state}, and Circle ${ready ? 'answers' : 'does not answer'} at ${settings.publicUrl}.`;
  if (state !== 'active' || !ready) throw new CommandError(`${line} See \`journalctl -u ${serviceName}\`.`);
  say(line);
};

const remove = async (machine: Machine, isDry: boolean, say: Say): Promise<void> => {
  const file = at(machine, unitFile);
  if (!existsSync(file)) throw new CommandError('There is no service to remove.');
  say(`This will stop ${serviceName}, and delete ${file}.`);
  say(
    `The data in ${at(machine, stateFolder)}, ${at(machine, settingsFile)} and the account ${account} stay.`,
  );
  if (isDry) return;
  await systemctl('disable', '--now', serviceName);
  await rm(file);
  await systemctl('daemon-reload');
};

export const service: OutsideCommand = {
  usage: 'service install|status|remove [--dry]',
  about:
    'keeps Circle running by systemd, with the settings of this call; `remove` leaves all data; `--dry` only says what would be done',
  runOutside: async (_settings, words, say) => {
    const { positionals, values } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        dry: { type: 'boolean', default: false },
        // For tests: a folder in the place of the machine, and a program in the place of the build.
        root: { type: 'string' },
        build: { type: 'string' },
      },
    });
    const [action, ...others] = positionals;
    if (others.length > 0 || (action !== 'install' && action !== 'status' && action !== 'remove')) {
      throw new CommandError('Say what to do: service install, service status or service remove.');
    }
    const machine = machineAt(values.root);
    if (action === 'install') return install(machine, { isDry: values.dry, build: values.build, say });
    if (action === 'status') return status(machine, say);
    return remove(machine, values.dry, say);
  },
};
