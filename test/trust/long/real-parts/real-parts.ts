import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Authority } from '../../../operations/authority.ts';
import { root } from '../../../setup/sources.ts';
import { commandsOf } from '../debian.ts';
import { DebianMachine, missingForDebian, succeed } from '../debian-machine.ts';
import type { Part, Row } from '../rows.ts';
import { walkThrough } from './journey.ts';
import { assigned, password, settings } from './settings.ts';

const row = {
  what: 'the main job on the parts of Debian 13: nginx and Caddy by the files of deploy/, PostgreSQL, an S3 store (Ceph), Postfix, OpenDKIM, Dovecot',
  inTests: 'stand-ins for the store and the mail servers, no proxy',
};

const minutesOf = async <T>(act: () => Promise<T>): Promise<[T, string]> => {
  const start = performance.now();
  const result = await act();
  return [result, ((performance.now() - start) / 60_000).toFixed(1)];
};

/** Sets everything up on a machine and walks the main job. @returns the steps, with what was measured */
const setUpAndWalk = async (machine: DebianMachine, authority: Authority): Promise<string> => {
  const script = await readFile(path.join(import.meta.dirname, 'set-up.sh'), 'utf8');
  const [, partsMinutes] = await minutesOf(() =>
    machine.runs(script, { ACME_DIRECTORY: authority.directory, PASSWORD: password }),
  );
  const commands = (await commandsOf('file:///src')).replace('DOMAIN=circle.example.org', assigned(settings));
  const [installed, circleMinutes] = await minutesOf(() =>
    machine.runs(`git config --global safe.directory '*' || true\n${commands}`, {
      NODE_EXTRA_CA_CERTS: '/etc/ssl/certs/ca-certificates.crt',
    }),
  );
  const [steps, walkMinutes] = await minutesOf(() => walkThrough({ machine, authority, installed }));
  return `${steps}; ${partsMinutes} min for the packages, ${circleMinutes} for Circle, ${walkMinutes} for the steps`;
};

const onNewMachine = async (): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'circle-sources-'));
  await succeed('git', ['clone', '-q', root, folder]);
  const authority = await Authority.open(80);
  const machine = await DebianMachine.start(folder, authority.certificate + authority.root);
  try {
    return await setUpAndWalk(machine, authority);
  } finally {
    await machine.stop();
    await authority.close();
    await rm(folder, { recursive: true });
  }
};

/** Postfix, Dovecot, the proxies, PostgreSQL and an S3 store from Debian's packages, set up by `set-up.sh`. */
export const realParts: Part = {
  name: 'real-parts',
  rows: [row],
  run: async (): Promise<Row[]> => {
    const missing = missingForDebian();
    if (missing !== null) return [{ ...row, figure: missing, holds: null }];
    return [{ ...row, figure: await onNewMachine(), holds: true }];
  },
};
