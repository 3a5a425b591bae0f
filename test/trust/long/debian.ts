import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:http2';
import { tmpdir } from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { Authority } from '../../operations/authority.ts';
import { root } from '../../setup/sources.ts';
import { DebianMachine, missingForDebian, succeed } from './debian-machine.ts';
import type { Part, Row } from './rows.ts';

const what =
  'the commands of docs/operating.md on a bare Debian 13 under systemd, with a certificate, an update and a kill';
const inTests = 'a folder in place of the machine, a stand-in for systemd';
const domain = 'circle.example.org';

/** The commands of the third act, for a repository at an address. */
export const commandsOf = async (address: string): Promise<string> => {
  const page = await readFile(path.join(root, 'docs/operating.md'), 'utf8');
  const [, commands = ''] = /^3\. .*?```sh\n(.*?)```/ms.exec(page) ?? [];
  assert.match(commands, /service install/);
  return commands.replace('ADDRESS', address).replaceAll(/^ +/gm, '');
};

const git = (folder: string, ...args: string[]) =>
  succeed('git', ['-C', folder, '-c', 'user.name=Long', '-c', 'user.email=long@example.org', ...args]);

/** The status of the ready page, over HTTP/2 with a certificate that the authority gave. */
const answer = (authority: Authority): Promise<number> =>
  new Promise((resolve, reject) => {
    const session = connect(`https://${domain}`, {
      createConnection: () =>
        tls.connect({
          host: '127.0.0.1',
          port: 443,
          servername: domain,
          ALPNProtocols: ['h2'],
          ca: authority.root,
        }),
    });
    session.on('error', reject);
    const stream = session.request({ ':path': '/readyz' });
    stream.on('response', (headers) => {
      session.destroy();
      resolve(Number(headers[':status']));
    });
  });

const secondsOf = async (act: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await act();
  return Math.round((performance.now() - start) / 1_000);
};

const walk = async (): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'circle-sources-'));
  await succeed('git', ['clone', '-q', root, folder]);
  await git(folder, 'tag', 'v900.0.0');
  const authority = await Authority.open(80);
  const machine = await DebianMachine.start(folder, authority.certificate);
  try {
    await authority.leads(domain, '127.0.0.1');
    const environment = {
      ACME_DIRECTORY: authority.directory,
      NODE_EXTRA_CA_CERTS: '/etc/ssl/certs/ca-certificates.crt',
    };
    const commands = await commandsOf('file:///src');
    let said = '';
    const install = await secondsOf(async () => {
      said = await machine.runs(`git config --global safe.directory '*' || true\n${commands}`, environment);
    });
    assert.match(said, new RegExp(`https://${domain}/join/`));
    assert.equal(await answer(authority), 200);
    await machine.runs('systemctl kill -s KILL circle; sleep 3; systemctl is-active circle');
    assert.equal(await answer(authority), 200);
    await git(folder, 'commit', '-q', '--allow-empty', '-m', 'Newer');
    await git(folder, 'tag', 'v900.0.1');
    const update = await secondsOf(() =>
      machine.runs('cd /opt/circle && npm run circle -- update', environment),
    );
    assert.equal(await answer(authority), 200);
    await machine.runs('cd /opt/circle && npm run circle -- service remove');
    return `${install} s to the link of the first member, ${update} s for an update`;
  } finally {
    await machine.stop();
    await authority.close();
    await rm(folder, { recursive: true });
  }
};

export const debian: Part = {
  name: 'debian',
  rows: [{ what, inTests }],
  run: async (): Promise<Row[]> => {
    const missing = missingForDebian();
    const figure = missing ?? (await walk());
    return [{ what, inTests, figure, holds: missing === null ? true : null }];
  },
};
