// `systemctl`, `id`, `useradd` and `journalctl` in tests; the first word says which. Each call is written down. The real server
// is started as the unit says, with the folder CIRCLE_MACHINE in the place of the file system.
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseEnv } from 'node:util';

const [called = '', verb = '', ...words] = process.argv.slice(2);
const at = (file: string): string => path.join(process.env['CIRCLE_MACHINE'] ?? '', file);
const journal = at('journal');

const pidOfServer = (): number | null =>
  existsSync(at('pid')) ? Number(readFileSync(at('pid'), 'utf8')) : null;

const isRunning = (): boolean => {
  const pid = pidOfServer();
  if (pid === null) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const stop = async (): Promise<void> => {
  const pid = pidOfServer();
  if (pid === null) return;
  if (isRunning()) process.kill(pid, 'SIGTERM');
  while (isRunning()) await wait(20);
  rmSync(at('pid'));
};

const start = (): void => {
  const unit = readFileSync(at('etc/systemd/system/circle.service'), 'utf8');
  const valuesOf = (name: string): string[] =>
    [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);
  const settings = at(valuesOf('EnvironmentFile').join('').replace(/^-/, ''));
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    ...parseEnv(valuesOf('Environment').join('\n')),
    ...(existsSync(settings) ? parseEnv(readFileSync(settings, 'utf8')) : {}),
  };
  const log = openSync(journal, 'a');
  const [program = '', ...rest] = valuesOf('ExecStart').join('').split(' ');
  const child = spawn(program, rest, {
    cwd: valuesOf('WorkingDirectory').join(''),
    env: { ...env, DATA_DIR: at('var/lib/circle') },
    detached: true,
    stdio: ['ignore', log, log],
  });
  writeFileSync(at('pid'), String(child.pid));
  child.unref();
};

const systemctl = async (): Promise<number> => {
  if (['stop', 'restart', 'disable'].includes(verb)) await stop();
  if (['start', 'restart'].includes(verb)) start();
  if (verb !== 'is-active') return 0;
  process.stdout.write(isRunning() ? 'active\n' : 'inactive\n');
  return isRunning() ? 0 : 3;
};

appendFileSync(at('calls'), `${[called, verb, ...words].join(' ')}\n`);
if (called === 'systemctl') process.exitCode = await systemctl();
if (called === 'journalctl' && existsSync(journal)) process.stdout.write(readFileSync(journal));
if (called === 'id') process.exitCode = existsSync(at('account')) ? 0 : 1;
if (called === 'useradd') writeFileSync(at('account'), '');
