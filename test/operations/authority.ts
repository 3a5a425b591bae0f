import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import tls, { type TLSSocket } from 'node:tls';
import { freePort } from '../harness/free-port.ts';
import { type Gate, openGate } from './authority-gate.ts';

/** The name that the tests prove. */
export const domain = 'circle.example.org';

interface Page {
  status: number;
  headers: Record<string, unknown>;
  /** The number of the certificate. */
  serial: string;
}

/** A page over https, by a client that trusts the authority and opens a connection for it. */
export const page = (port: number, ca: string): Promise<Page> =>
  new Promise((resolve, reject) => {
    const address = { host: '127.0.0.1', port, path: '/readyz', ca, servername: domain };
    const asked = get({ ...address, agent: false, headers: { host: domain } });
    let serial = '';
    asked.on('socket', (socket: TLSSocket) =>
      socket.on('secureConnect', () => {
        serial = socket.getPeerCertificate().serialNumber;
      }),
    );
    asked.on('response', (response) => {
      const { statusCode: status = 0, headers } = response;
      response.resume().on('end', () => resolve({ status, headers, serial }));
    });
    asked.on('error', reject);
  });

/** Looks again until it does not throw. */
export const until = async <T>(look: () => Promise<T>, patienceMs = 45_000): Promise<T> => {
  for (const end = Date.now() + patienceMs; ; await wait(100)) {
    try {
      return await look();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
};

/** Whether this machine has Pebble, the certificate authority for tests (Debian's package `pebble`). */
export const hasPebble = (): boolean => spawnSync('pebble', ['-h'], { stdio: 'ignore' }).error === undefined;

/** Makes a key with a certificate for localhost that it signed itself. @returns the certificate */
const makeCertificate = async (folder: string): Promise<string> => {
  const files = ['-keyout', path.join(folder, 'key.pem'), '-out', path.join(folder, 'cert.pem')];
  const request = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost';
  const name = ['-addext', 'subjectAltName=DNS:localhost'];
  const made = spawnSync('openssl', [...request.split(' '), ...name, ...files]);
  if (made.status !== 0) throw new Error(`openssl made no certificate: ${String(made.stderr)}`);
  return readFile(path.join(folder, 'cert.pem'), 'utf8');
};

/** A running Pebble, which looks at one port of this machine for every name. */
export class Authority {
  readonly directory: string;
  /** The certificate of its root, as PEM. */
  root = '';
  /** The self-signed certificate of its directory, as PEM. */
  readonly certificate: string;
  readonly #folder: string;
  readonly #programs: ChildProcess[] = [];
  readonly #dnsControl: number;

  private constructor(port: number, folder: string, dnsControl: number, certificate: string) {
    this.certificate = certificate;
    this.directory = `https://localhost:${port}/dir`;
    this.#folder = folder;
    this.#dnsControl = dnsControl;
  }

  /** @param plainPort where it asks, in the place of port 80 */
  static async open(
    plainPort: number,
    { rejectsNonces = 0, validSeconds = 90 * 86_400 } = {},
  ): Promise<Authority> {
    const folder = await mkdtemp(path.join(tmpdir(), 'circle-pebble-'));
    const [port, management, dns, dnsControl] = await Promise.all([
      freePort(),
      freePort(),
      freePort(),
      freePort(),
    ]);
    const certificate = await makeCertificate(folder);
    const config = {
      pebble: {
        listenAddress: `127.0.0.1:${port}`,
        managementListenAddress: `127.0.0.1:${management}`,
        certificate: path.join(folder, 'cert.pem'),
        privateKey: path.join(folder, 'key.pem'),
        httpPort: plainPort,
        tlsPort: await freePort(),
        certificateValidityPeriod: validSeconds,
      },
    };
    await writeFile(path.join(folder, 'config.json'), JSON.stringify(config));
    tls.setDefaultCACertificates([...tls.getCACertificates('default'), certificate]);
    const authority = new Authority(port, folder, dnsControl, certificate);
    const listens = {
      dns01: `127.0.0.1:${dns}`,
      management: `127.0.0.1:${dnsControl}`,
      defaultIPv4: '127.0.0.1',
    };
    const off = { http01: '', https01: '', tlsalpn01: '', defaultIPv6: '' };
    const flags = Object.entries({ ...listens, ...off }).flatMap(([flag, value]) => [`-${flag}`, value]);
    authority.#run('pebble-challtestsrv', flags);
    authority.#run(
      'pebble',
      ['-config', path.join(folder, 'config.json'), '-dnsserver', `127.0.0.1:${dns}`],
      {
        PEBBLE_VA_NOSLEEP: '1',
        PEBBLE_WFE_NONCEREJECT: String(rejectsNonces),
      },
    );
    authority.root = await authority.#ask(`https://localhost:${management}/roots/0`);
    return authority;
  }

  #run(program: string, args: readonly string[], environment: Record<string, string> = {}): void {
    this.#programs.push(spawn(program, args, { env: { ...process.env, ...environment }, stdio: 'ignore' }));
  }

  /** Asks until the program answers. */
  async #ask(url: string): Promise<string> {
    for (const end = Date.now() + 20_000; ; await wait(50)) {
      try {
        return await (await fetch(url)).text();
      } catch (error) {
        if (Date.now() > end) throw error;
      }
    }
  }

  /** Has DNS answer for a name with another address, or with none. */
  async leads(name: string, address: string | null): Promise<void> {
    const host = `${name}.`;
    const [act, body] =
      address === null ? ['set-servfail', { host }] : ['add-a', { host, addresses: [address] }];
    await fetch(`http://127.0.0.1:${this.#dnsControl}/${act}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    if (address !== null)
      await fetch(`http://127.0.0.1:${this.#dnsControl}/clear-servfail`, {
        method: 'POST',
        body: JSON.stringify({ host }),
      });
  }

  /** A gate in front of it. */
  async gate(): Promise<Gate> {
    return openGate(this.directory, {
      key: await readFile(path.join(this.#folder, 'key.pem'), 'utf8'),
      cert: this.certificate,
    });
  }

  /** The file of the certificate of its directory, for a program that has to trust it. */
  get certificateFile(): string {
    return path.join(this.#folder, 'cert.pem');
  }

  async close(): Promise<void> {
    for (const program of this.#programs) {
      if (program.exitCode !== null || !program.kill()) continue;
      await once(program, 'exit');
    }
    await rm(this.#folder, { recursive: true });
  }
}
