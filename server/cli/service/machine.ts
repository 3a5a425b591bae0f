import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { CommandError } from '../../command-error.ts';
import { projectFile } from '../../platform/programs.ts';
import { environmentOfProcess } from '../../settings.ts';

/** The machine on which Circle is a service. */
export interface Machine {
  /** Its file system: `/`, or a folder in tests. */
  readonly root: string;
  /** The checkout that the service runs. */
  readonly folder: string;
}

export const serviceName = 'circle';
/** The account of the service. */
export const account = 'circle';
/** The folder for everything that the service writes. */
export const stateFolder = '/var/lib/circle';
/** The settings of the service. */
export const settingsFile = '/etc/circle.env';
export const unitFile = '/etc/systemd/system/circle.service';

/** A file of the machine. */
export const at = ({ root }: Machine, file: string): string => path.join(root, file);

/** @throws CommandError without systemd, and without the rights of root, with what to do instead */
export const machineAt = (root = '/'): Machine => {
  const machine = { root, folder: path.dirname(projectFile('package.json')) };
  if (!existsSync(at(machine, '/run/systemd/system'))) {
    throw new CommandError(
      'This machine has no systemd: run Circle as a container, or have another program keep `npm start` running.',
    );
  }
  if (root === '/' && process.getuid?.() !== 0) {
    throw new CommandError(
      'Only root may do that: put sudo in front, as in `sudo DOMAIN=circle.example.org npm run circle -- service install`.',
    );
  }
  return machine;
};

export interface Ran {
  code: number;
  out: string;
  err: string;
}

interface How {
  cwd?: string;
  /** By default that of this process. */
  env?: NodeJS.ProcessEnv;
  /** The numbers of the account that runs it; by default the one that runs this. */
  as?: { uid: number; gid: number } | null;
}

/** Runs a program to its end. */
export const run = (program: string, words: readonly string[], { cwd, env, as }: How = {}): Promise<Ran> =>
  new Promise((resolve) => {
    const options = { cwd, env: env ?? environmentOfProcess(), maxBuffer: 64 * 1024 * 1024, ...as };
    const child = execFile(program, words, options, (error, out, err) => {
      resolve({
        code: error ? (child.exitCode ?? 1) : 0,
        out: out.trim(),
        err: err.trim() || (error?.message ?? ''),
      });
    });
  });

/** @throws CommandError with the last words of a program that fails */
export const mustRun = async (program: string, words: readonly string[], how: How = {}): Promise<string> => {
  const { code, out, err } = await run(program, words, how);
  if (code === 0) return out;
  const said = (err || out).split('\n').slice(-5).join('\n');
  throw new CommandError(`${[path.basename(program), ...words].join(' ')} failed: ${said}`);
};

export const systemctl = (...words: string[]): Promise<string> => mustRun('systemctl', words);

/** npm's own words about the checkout in which this command was called. */
const isAboutCheckout = (name: string): boolean =>
  /^(?:INIT_CWD|npm_config_local_prefix|npm_(?:package|lifecycle)_.*)$/.test(name);

/** Installs and builds what a checkout lacks. @param program that does it; tests name another one */
export const buildIn = async (folder: string, program = 'scripts/bootstrap.mjs'): Promise<void> => {
  const env = Object.fromEntries(
    Object.entries(environmentOfProcess()).filter(([name]) => !isAboutCheckout(name)),
  );
  await mustRun(process.execPath, [program, '--build'], { cwd: folder, env });
};
