import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../setup/sources.ts';
import { freePort } from '../harness/free-port.ts';

const fake = path.join(root, 'test/fakes/systemctl.ts');

/** A folder in the place of a machine with systemd: programs on the PATH stand in for those that change accounts and services. */
export interface SystemdMachine {
  folder: string;
  port: number;
  /** For a command of the operator. */
  environment: Record<string, string>;
  at: (file: string) => string;
  read: (file: string) => string;
  /** Calls of those programs since the last answer. */
  calls: () => string[];
  close: () => Promise<void>;
}

export const openMachine = async (): Promise<SystemdMachine> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'circle-machine-'));
  const at = (file: string): string => path.join(folder, file);
  const bin = at('bin');
  await mkdir(at('run/systemd/system'), { recursive: true });
  await mkdir(bin);
  for (const name of ['systemctl', 'journalctl', 'id', 'useradd']) {
    await writeFile(path.join(bin, name), `#!/bin/sh\nexec ${process.execPath} ${fake} ${name} "$@"\n`, {
      mode: 0o755,
    });
  }
  const port = await freePort();
  const read = (file: string): string => readFileSync(at(file), 'utf8');
  let seen = 0;
  const calls = (): string[] => {
    const all = existsSync(at('calls')) ? read('calls').trim().split('\n') : [];
    const fresh = all.slice(seen);
    seen = all.length;
    return fresh;
  };
  return {
    folder,
    port,
    environment: {
      PATH: `${bin}:${process.env['PATH'] ?? ''}`,
      CIRCLE_MACHINE: folder,
      PORT: String(port),
    },
    at,
    read,
    calls,
    close: async () => {
      if (existsSync(at('pid'))) {
        try {
          process.kill(Number(read('pid')), 'SIGKILL');
        } catch {
          // It has ended already.
        }
      }
      await rm(folder, { recursive: true, maxRetries: 5 });
    },
  };
};
