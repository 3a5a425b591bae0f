import assert from 'node:assert/strict';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { connect as connectSession } from 'node:http2';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createServer } from '../../server/app.ts';
import { createLog } from '../../server/platform/log.ts';
import { readSettings } from '../../server/settings.ts';
import { Authority, domain, hasPebble, page, until } from './authority.ts';
import { freePort } from '../harness/free-port.ts';
import { ask as askByHttp2 } from '../platform/http2-client.ts';
import { TestServer } from '../harness/test-server.ts';

/** The status of a request to plain http with this target, which may be a whole address. */
const statusOfTarget = (port: number, target: string): Promise<number> =>
  new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path: target }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });

// OPERATE-29
test('plain http answers a network 300 questions a minute, and redirects are none of them', async () => {
  const plainPort = await freePort();
  const server = await TestServer.open('sqlite', {
    DOMAIN: domain,
    ACME_DIRECTORY: `http://127.0.0.1:${await freePort()}/`,
    HTTP_PORT: String(plainPort),
    HOST: '127.0.0.1',
    RATE_LIMIT_FACTOR: '0.02',
  });
  const ask = (target: string) => statusOfTarget(plainPort, target);
  const token = '/.well-known/acme-challenge/abcdefghijklmnopqrst';
  const statuses: number[] = [];
  for (const target of [token, token, token, '/', '/', '/', token, '/']) statuses.push(await ask(target));
  assert.deepEqual(statuses, [404, 404, 404, 503, 503, 503, 429, 429]);
  await server.close();
});

const why = hasPebble() ? false : 'this machine has no Pebble (apt-get install pebble)';

describe('a place that proves its name', { skip: why }, () => {
  let plainPort: number;
  let authority: Authority;
  const openAuthority = async (chosen: Parameters<typeof Authority.open>[1]) => {
    plainPort = await freePort();
    authority = await Authority.open(plainPort, chosen);
  };
  const own = () => ({
    DOMAIN: domain,
    ACME_DIRECTORY: authority.directory,
    HTTP_PORT: String(plainPort),
    HOST: '127.0.0.1',
  });
  const portOf = (server: TestServer) => Number(server.environment['PORT']);
  const plainly = (place: string) => fetch(`http://127.0.0.1:${plainPort}${place}`, { redirect: 'manual' });
  /** Has the job look now that would look in some minutes or hours. */
  const lookNow = ({ app }: TestServer) =>
    app.context.db.write((tx) => app.context.jobs.hasten(tx, ['every:certificate']));

  describe('and an authority that refuses every third nonce', () => {
    before(() => openAuthority({ rejectsNonces: 33 }));
    after(() => authority.close());

    test('gets a certificate unasked, serves https, and leads http to it', async () => {
      const server = await TestServer.open('sqlite', own());
      const { status, headers } = await until(() => page(portOf(server), authority.root));
      assert.equal(status, 200);
      assert.equal(headers['strict-transport-security'], 'max-age=31536000');
      const plain = await plainly('/circles?x=1');
      assert.equal(plain.status, 308);
      assert.equal(plain.headers.get('location'), `https://${domain}/circles?x=1`);
      assert.equal((await plainly('/.well-known/acme-challenge/abcdefghijklmnopqrst')).status, 404);
      assert.equal(await statusOfTarget(plainPort, 'http://elsewhere.example/'), 400);
      for (const name of [`${domain}.key`, `${domain}.crt`]) {
        const { mode } = await stat(path.join(server.dataDir, 'tls', name));
        assert.equal(mode & 0o777, 0o600);
      }
      const session = connectSession(`https://127.0.0.1:${portOf(server)}`, {
        ca: authority.root,
        servername: domain,
      });
      const found = await askByHttp2(session, '/readyz', { ':authority': domain });
      assert.deepEqual([session.alpnProtocol, found.status], ['h2', 200]);
      // Neither row reveals a key.
      const rows = await server.app.context.db.read.selectFrom('meta').selectAll().execute();
      assert.ok(
        rows.filter(({ key }) => key.startsWith('tls')).every(({ value }) => !value.includes('PRIVATE')),
      );
      // An open session holds up no end.
      const left = new Promise((resolve) => session.once('close', resolve));
      await server.close();
      await left;
    });

    test('two nodes share one certificate', async () => {
      const server = await TestServer.open('postgres', own());
      const folder = await mkdtemp(path.join(tmpdir(), 'circle-node-'));
      const port = await freePort();
      const other = await createServer(
        readSettings({
          ...server.environment,
          DATA_DIR: folder,
          PORT: String(port),
          HTTP_PORT: String(await freePort()),
        }),
        createLog('silent'),
      );
      await other.listen();
      const [one, two] = await Promise.all(
        [portOf(server), port].map((at) => until(() => page(at, authority.root))),
      );
      assert.equal(one?.serial, two?.serial);
      await other.close();
      await server.close();
      await rm(folder, { recursive: true });
    });

    test('says on plain http why it has no certificate, and gets one once the name leads here', async () => {
      await authority.leads(domain, null);
      const server = await TestServer.open('sqlite', own());
      const text = await until(async () => {
        const said = await (await plainly('/')).text();
        assert.match(said, /could not reach circle\.example\.org at port 80/);
        return said;
      });
      assert.match(text, /Last try: /);
      assert.equal((await plainly('/')).status, 503);
      await assert.rejects(page(portOf(server), authority.root));
      await authority.leads(domain, '127.0.0.1');
      await lookNow(server);
      assert.equal((await until(() => page(portOf(server), authority.root))).status, 200);
      assert.equal((await plainly('/')).status, 308);
      await server.close();
    });
  });

  describe('and an authority that has a limit', () => {
    before(() => openAuthority({}));
    after(() => authority.close());

    test('says so on plain http, and asks again only at the time that it was given', async () => {
      const gate = await authority.gate();
      gate.refuseOrder(6);
      const server = await TestServer.open('sqlite', { ...own(), ACME_DIRECTORY: gate.directory });
      await until(async () =>
        assert.match(await (await plainly('/')).text(), /had too many tries for this name/),
      );
      assert.equal((await until(() => page(portOf(server), authority.root))).status, 200);
      const [first = 0, second = 0, ...more] = gate.orders;
      assert.ok(second - first >= 6_000, `${second - first} ms`);
      assert.deepEqual(more, []);
      await server.close();
      await gate.close();
    });
  });

  describe('and certificates that are good for seconds', () => {
    before(() => openAuthority({ validSeconds: 12 }));
    after(() => authority.close());

    test('renews while people use it, and no request fails', async () => {
      const server = await TestServer.open('sqlite', own());
      const { serial } = await until(() => page(portOf(server), authority.root));
      const seen = new Set([serial]);
      for (const end = Date.now() + 11_000; seen.size < 2 && Date.now() < end; ) {
        await lookNow(server);
        const pages = await Promise.all([1, 2, 3].map(() => page(portOf(server), authority.root)));
        for (const one of pages) {
          assert.equal(one.status, 200);
          seen.add(one.serial);
        }
      }
      assert.equal(seen.size, 2);
      await server.close();
    });
  });
});
