import { spawn, spawnSync } from 'node:child_process';
import { copyFile, mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { run } from '../../harness/run.ts';

const needed = ['debootstrap', 'nsenter', 'pebble', 'unshare'];

/** Why no Debian can be started here, or null. */
export const missingForDebian = (): string | null => {
  if (process.getuid?.() !== 0) return 'needs root';
  const missing = needed.filter((name) => spawnSync('which', [name]).status !== 0);
  return missing.length > 0 ? `needs ${missing.join(', ')}` : null;
};

/** Runs a program that has to succeed. @returns what it printed */
export const succeed = async (program: string, args: readonly string[]): Promise<string> => {
  const { code, output } = await run(program, args);
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${output.slice(-2_000)}`);
  return output;
};

const authorities = '/etc/ssl/certs/ca-certificates.crt';

/** Starts systemd in a root folder, in separate namespaces, except for the network. $1 is the root, $2 a control group, $3 the sources. */
const boot = `
echo $$ > "$2/cgroup.procs"
exec unshare --mount --pid --fork --uts --ipc --cgroup --kill-child sh -c '
  mount --make-rprivate / && mount --bind "$1" "$1"
  mount -t proc proc "$1/proc" && mount -t sysfs sysfs "$1/sys" && mount -t cgroup2 none "$1/sys/fs/cgroup"
  mount -t tmpfs tmpfs "$1/run" && mount -t tmpfs tmpfs "$1/tmp" && mount --rbind /dev "$1/dev"
  mkdir -p "$1/src" && mount --bind "$3" "$1/src"
  exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot "$1" /lib/systemd/systemd
' sh "$1" "$2" "$3"`;

/** A bare Debian 13 under its own systemd, which shares the network of this machine. */
export class DebianMachine {
  readonly root: string;
  readonly #folder: string;
  readonly #group: string;
  #init = 0;

  private constructor(folder: string) {
    this.#folder = folder;
    this.root = path.join(folder, 'root');
    this.#group = path.join(folder, 'groups/debian');
  }

  /**
   * @param sources a git repository that the machine finds at /src
   * @param trusted certificates that its programs trust besides those of this machine, as PEM
   */
  static async start(sources: string, trusted: string): Promise<DebianMachine> {
    const machine = new DebianMachine(await mkdtemp(path.join(tmpdir(), 'circle-debian-')));
    const { root } = machine;
    const packages = '--include=systemd,systemd-sysv,dbus,ca-certificates';
    await succeed('debootstrap', [
      '--variant=minbase',
      packages,
      'trixie',
      root,
      'http://deb.debian.org/debian',
    ]);
    await writeFile(path.join(root, authorities), `${await readFile(authorities, 'utf8')}${trusted}`);
    for (const file of ['/etc/resolv.conf', '/etc/hosts']) await copyFile(file, path.join(root, file));
    const defaults = path.join(root, 'etc/systemd/system.conf.d');
    await mkdir(defaults, { recursive: true });
    await writeFile(
      path.join(defaults, 'trust.conf'),
      `[Manager]\nDefaultEnvironment=NODE_EXTRA_CA_CERTS=${authorities}\n`,
    );
    await mkdir(path.dirname(machine.#group));
    await succeed('mount', ['-t', 'cgroup2', 'none', path.dirname(machine.#group)]);
    await mkdir(machine.#group, { recursive: true });
    const started = spawn('sh', ['-c', boot, 'sh', root, machine.#group, sources], { stdio: 'ignore' });
    for (const end = Date.now() + 60_000; ; await wait(200)) {
      const children = await readFile(`/proc/${started.pid}/task/${started.pid}/children`, 'utf8').catch(
        () => '',
      );
      machine.#init = Number(children.trim());
      if (machine.#init > 0 && machine.#isRunning()) return machine;
      if (Date.now() > end) throw new Error('systemd did not start');
    }
  }

  #inside(): string[] {
    return ['-t', String(this.#init), '-m', '-p', '-u', '-i', '-C', '-r', '-w'];
  }

  #isRunning(): boolean {
    const { stdout } = spawnSync('nsenter', [...this.#inside(), 'systemctl', 'is-system-running']);
    return /running|degraded/.test(String(stdout));
  }

  /** Runs lines of a shell as root. @returns what they printed */
  async runs(lines: string, environment: Readonly<Record<string, string>> = {}): Promise<string> {
    const variables = Object.entries({ ...environment, HOME: '/root', DEBIAN_FRONTEND: 'noninteractive' });
    const settings = variables.map(([name, value]) => `${name}=${value}`);
    const shell = ['env', '-i', 'PATH=/usr/sbin:/usr/bin:/sbin:/bin', ...settings, 'bash', '-ec', lines];
    return succeed('nsenter', [...this.#inside(), ...shell]);
  }

  async stop(): Promise<void> {
    if (this.#init > 0) process.kill(this.#init, 'SIGKILL');
    // The control group is empty when its processes are gone.
    for (const end = Date.now() + 20_000; Date.now() < end; await wait(100))
      if (spawnSync('rmdir', [this.#group]).status === 0) break;
    await succeed('umount', [path.dirname(this.#group)]);
    await rm(this.#folder, { recursive: true });
  }
}
