import path from 'node:path';
import type { Settings } from '../../settings.ts';
import { account, type Machine, mustRun, type Ran, run, serviceName, systemctl } from '../service/machine.ts';
import { environmentOf, type Given } from '../service/settings-file.ts';
import { writeUnit } from '../service/unit.ts';
import type { Checkout } from './checkout.ts';

/** An update of the service of this machine. */
export interface Update {
  machine: Machine;
  given: Given;
  settings: Settings;
  checkout: Checkout;
  /** The folder in which the newer version is built. */
  beside: string;
  /** The folder that keeps the built parts of the former version until the newer one answers. */
  before: string;
  /** The program in the place of the build, in tests. */
  build: string | undefined;
  /** How long a version may take until it answers. */
  waitMs: number;
  say: (line: string) => void;
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The line of a failed program that names its error, or else its last one. */
export const reasonOf = ({ err, out }: Ran): string => {
  const lines = (err || out).split('\n');
  return lines.find((line) => /^\w*error\b.*:/i.test(line)) ?? lines.at(-1) ?? '';
};

/** The account of the service; null where this is a folder in the place of a machine. */
const accountOf = async ({ root }: Machine) =>
  root === '/'
    ? {
        uid: Number(await mustRun('id', ['-u', account])),
        gid: Number(await mustRun('id', ['-g', account])),
      }
    : null;

/** Runs a command of the Circle in a folder on the data of the service, with its account: files of root would be closed to it. */
export const circle = async (
  { machine, given }: Pick<Update, 'machine' | 'given'>,
  folder: string,
  ...words: string[]
): Promise<Ran> =>
  run(path.join(folder, 'node_modules/.bin/node'), ['dist/server/circle.js', ...words], {
    cwd: folder,
    env: environmentOf(machine, given),
    as: await accountOf(machine),
  });

/** Starts the version in the folder of the service, by its own unit. */
export const start = async ({ machine, settings }: Update): Promise<void> => {
  await writeUnit(machine, settings);
  await systemctl('daemon-reload');
  await systemctl('start', serviceName);
};

export const stop = (): Promise<string> => systemctl('stop', serviceName);
