import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { builtProgram } from '../harness/built.ts';
import { freePort } from '../harness/free-port.ts';
import { root } from '../setup/sources.ts';
import { Authority, domain, hasPebble, page, until } from './authority.ts';
import type { Gate } from './authority-gate.ts';

/** The request to the authority at which Circle is killed. */
const moments = {
  'at its order': '/order-plz',
  'at its proof': '/chalZ',
  'before it asks for the certificate': '/finalize-order',
  'between order and file': '/certZ',
};

/** After this time the next start does what a killed server had begun. */
const leaseMs = 60_000;

// They take minutes.
const chosen = process.env['TRUST_MOMENTS'] === undefined ? [] : Object.entries(moments);

const why = hasPebble() ? false : 'this machine has no Pebble (apt-get install pebble)';

describe('a server that is killed while it gets its certificate', { skip: why }, () => {
  let authority: Authority;
  let gate: Gate;
  let plainPort: number;
  let port: number;
  before(async () => {
    [plainPort, port] = await Promise.all([freePort(), freePort()]);
    authority = await Authority.open(plainPort);
    gate = await authority.gate();
  });
  after(async () => {
    await gate.close();
    await authority.close();
  });

  const running = new Set<ChildProcess>();
  const start = (dataDir: string): ChildProcess => {
    const server = spawn(process.execPath, [builtProgram('main')], {
      cwd: root,
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        NODE_EXTRA_CA_CERTS: authority.certificateFile,
        DOMAIN: domain,
        ACME_DIRECTORY: gate.directory,
        HTTP_PORT: String(plainPort),
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
      },
      stdio: 'ignore',
    });
    running.add(server);
    return server;
  };
  const end = async (server: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    running.delete(server);
    const gone = once(server, 'exit');
    server.kill(signal);
    await gone;
  };
  const holdsWholeFiles = async (dataDir: string, serial: string): Promise<void> => {
    const folder = path.join(dataDir, 'tls');
    assert.deepEqual((await readdir(folder)).toSorted(), [`${domain}.crt`, `${domain}.key`]);
    const certificate = new X509Certificate(await readFile(path.join(folder, `${domain}.crt`)));
    assert.equal(certificate.serialNumber, serial);
    assert.ok(
      certificate.checkPrivateKey(createPrivateKey(await readFile(path.join(folder, `${domain}.key`)))),
    );
  };

  const inFolder = async (work: (dataDir: string) => Promise<void>): Promise<void> => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'circle-killed-'));
    try {
      await work(dataDir);
    } finally {
      for (const server of running) await end(server, 'SIGKILL');
      await rm(dataDir, { recursive: true });
    }
  };

  test('files that a power cut left half written are whole after the next start, without an order', () =>
    inFolder(async (dataDir) => {
      const server = start(dataDir);
      const { serial } = await until(() => page(port, authority.root));
      await until(() => holdsWholeFiles(dataDir, serial));
      await end(server, 'SIGKILL');
      const { length } = gate.orders;
      for (const name of ['crt.new', 'crt', 'key', 'key.new'])
        await writeFile(path.join(dataDir, 'tls', `${domain}.${name}`), '-----BEGIN');
      const again = start(dataDir);
      assert.equal((await until(() => page(port, authority.root))).serial, serial);
      await until(() => holdsWholeFiles(dataDir, serial));
      assert.equal(gate.orders.length, length);
      await end(again, 'SIGTERM');
    }));

  for (const [moment, place] of chosen) {
    test(`${moment}, it gets one after the next start`, () =>
      inFolder(async (dataDir) => {
        const asked = gate.holds(place);
        const killed = start(dataDir);
        await asked;
        await end(killed, 'SIGKILL');
        const server = start(dataDir);
        const { status, serial } = await until(() => page(port, authority.root), 2 * leaseMs);
        assert.equal(status, 200);
        await until(() => holdsWholeFiles(dataDir, serial));
        await end(server, 'SIGTERM');
      }));
  }
});
