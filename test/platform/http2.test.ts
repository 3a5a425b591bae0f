import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientHttp2Session, constants } from 'node:http2';
import { Readable } from 'node:stream';
import { after, before, test, type TestContext } from 'node:test';
import * as auth from '../../contract/auth.ts';
import type { Circle } from '../../contract/shapes.ts';
import { ask, Http2Port } from './http2-client.ts';
import type { Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { onDatabase, password, TestServer } from '../harness/test-server.ts';
import { createLog } from '../../server/platform/log.ts';
import { createMetrics } from '../../server/platform/metrics.ts';
import { createDrain } from '../../server/platform/http/drain.ts';
import { createHttpServer } from '../../server/platform/http/server.ts';

onDatabase('sqlite', 'requests over HTTP/2', (server) => {
  let ana: Person;
  let family: Circle;
  let port: Http2Port;
  before(async () => {
    ana = await server().member('Ana');
    family = await ana.makesCircle('Family');
    port = await Http2Port.open(server().app.http.server, server().app.context);
  });
  after(() => port.close());

  const signedIn = () => ({ cookie: ana.cookie ?? '' });

  test('pages, JSON, unchanged answers and refusals are those of HTTP/1.1', async () => {
    const session = port.connect();
    const json = { ...signedIn(), ':method': 'POST', 'content-type': 'application/json' };
    const signIn = Buffer.from(JSON.stringify({ email: ana.email, password }));
    const signed = await ask(session, auth.login.path, { ...json, cookie: '' }, signIn);
    assert.equal(signed.status, 200);
    assert.match(String(signed.headers['set-cookie']), /HttpOnly/);
    await server().mailsTo(ana);
    for (const path of ['/api/user', '/api/circles', '/api/none', '/']) {
      const plain = await ana.fetch('GET', path);
      const found = await ask(session, path, signedIn());
      assert.deepEqual(
        [found.status, found.body],
        [plain.status, Buffer.from(await plain.arrayBuffer())],
        path,
      );
      for (const name of ['content-type', 'content-security-policy', 'cache-control'])
        if (path !== '/')
          assert.equal(found.headers[name] ?? null, plain.headers.get(name), `${path} ${name}`);
      assert.equal(found.headers['connection'], undefined);
    }
    const { headers } = await ask(session, '/api/circles', signedIn());
    const again = await ask(session, '/api/circles', {
      ...signedIn(),
      'if-none-match': String(headers['etag']),
    });
    assert.deepEqual([again.status, again.body.length], [304, 0]);
    const head = await ask(session, '/readyz', { ':method': 'HEAD' });
    assert.deepEqual([head.status, head.body.length], [200, 0]);
    const large = Buffer.alloc(200 * 1024, 'x');
    assert.equal((await ask(session, auth.login.path, json, large)).status, 413);
    assert.equal((await ask(session, auth.login.path, json, Buffer.from('{'))).status, 400);
    session.close();
  });

  test('a photo is uploaded, and read in ranges', async () => {
    const session = port.connect();
    const form = new FormData();
    form.set('photo', new Blob([new Uint8Array(await plainPhoto())], { type: 'image/jpeg' }), 'one.jpg');
    const sent = new Response(form);
    const type = { 'content-type': sent.headers.get('content-type') ?? '' };
    const bytes = Buffer.from(await sent.arrayBuffer());
    const stored = await ask(session, '/api/photos', { ...signedIn(), ...type, ':method': 'POST' }, bytes);
    assert.equal(stored.status, 201, stored.body.toString());
    const post = await ana.posts('By HTTP/2', { to: family, photos: [await plainPhoto()] });
    const [url = ''] = post.imageUrls;
    const whole = await ask(session, url, signedIn());
    const part = await ask(session, url, { ...signedIn(), range: 'bytes=10-19' });
    assert.deepEqual([part.status, part.body], [206, whole.body.subarray(10, 20)]);
    session.close();
  });

  test('events arrive while a hundred other requests of the session are answered', async () => {
    const session = port.connect();
    const events = session.request({ ':path': '/api/events', ...signedIn() });
    events.setEncoding('utf8');
    await once(events, 'data');
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => ask(session, '/api/circles', signedIn())),
    );
    assert.ok(answers.every(({ status }) => status === 200));
    const heard = once(events, 'data');
    await ana.posts('Heard', { to: family });
    assert.match(String(await heard), /event: /);
    events.close();
    session.close();
  });

  test('a target that HTTP/1.1 does not have, and a tunnel, are refused', async () => {
    const session = port.connect();
    await assert.rejects(ask(session, '/a b', signedIn()));
    const tunnel = session.request({ ':method': 'CONNECT', ':authority': 'example.org:80' });
    const answered = new Promise<Record<string, unknown>>((resolve) => tunnel.once('response', resolve));
    assert.equal((await answered)[':status'], 405);
    session.destroy();
  });

  test('streams that are opened and reset fast end their session, and others go on', async (t) => {
    const session = port.connect();
    await once(session, 'connect');
    const closed = new Promise((resolve) => session.once('close', resolve));
    let resets = 0;
    const reset = () => {
      resets += 1;
      const stream = session.request({ ':path': '/api/circles', ...signedIn() }).on('error', () => undefined);
      stream.close(constants.NGHTTP2_CANCEL);
      return new Promise((resolve) => stream.once('close', resolve));
    };
    while (!session.destroyed && resets < 5_000) await Promise.all(Array.from({ length: 50 }, reset));
    await closed;
    assert.ok(resets < 5_000);
    t.diagnostic(`${resets} streams`);
    const other = port.connect();
    assert.equal((await ask(other, '/readyz')).status, 200);
    other.close();
  });

  // OPERATE-36
  test('a network that resets streams too often loses the sessions that reset many', async (t) => {
    const few = await TestServer.open('sqlite', { RATE_LIMIT_FACTOR: '0.02' });
    const strict = await Http2Port.open(few.app.http.server, few.app.context);
    t.after(async () => {
      await strict.close();
      await few.close();
    });
    const [one, two] = [strict.connect(), strict.connect()];
    const reset = (session: ClientHttp2Session) => {
      const stream = session.request({ ':path': '/readyz' }).on('error', () => undefined);
      stream.close(constants.NGHTTP2_CANCEL);
      return new Promise((resolve) => stream.once('close', resolve));
    };
    const ended = new Promise((resolve) => one.once('goaway', resolve));
    // All 120 that the network may: one resets more than may be open at a time, two a few.
    for (const session of [...Array.from({ length: 11 }, () => one), two])
      await Promise.all(Array.from({ length: 10 }, () => reset(session)));
    assert.equal((await ask(one, '/readyz')).status, 200);
    await Promise.all([reset(two), reset(one)]);
    assert.equal(await ended, constants.NGHTTP2_ENHANCE_YOUR_CALM);
    assert.equal((await ask(two, '/readyz')).status, 200);
    two.close();
    const other = strict.connect();
    assert.equal((await ask(other, '/readyz')).status, 200);
    other.close();
  });

  test('headers that are too large are refused', async () => {
    const session = port.connect();
    const headers = Object.fromEntries(
      Array.from({ length: 100 }, (_, at) => [`x-${at}`, 'y'.repeat(1_000)]),
    );
    const answer = await ask(session, '/readyz', headers).catch(() => null);
    assert.ok(answer === null || answer.status >= 400);
    const other = port.connect();
    assert.equal((await ask(other, '/readyz')).status, 200);
    other.close();
    session.destroy();
  });
});

/** A server that writes down what it is asked for. */
const openNoting = async (t: TestContext) => {
  const app = await createHttpServer({
    publicUrl: 'http://localhost',
    trustProxy: [],
    drain: createDrain(),
    log: createLog('silent'),
    metrics: createMetrics('1'),
  });
  const begun: string[] = [];
  app.get('/:who', async ({ url }) => {
    begun.push(url);
    return 'here';
  });
  await app.ready();
  const port = await Http2Port.open(app.server);
  t.after(async () => {
    await port.close();
    await app.close();
  });
  return { begun, port };
};

// OPERATE-36
test('a session with many streams has another wait for few of them', async (t) => {
  const { begun, port } = await openNoting(t);
  const [many, one] = [port.connect(), port.connect()];
  await Promise.all([ask(many, '/first'), ask(one, '/first')]);
  await Promise.all([...Array.from({ length: 90 }, () => ask(many, '/many')), ask(one, '/one')]);
  assert.equal(begun.length, 93);
  assert.ok(begun.indexOf('/one') < 20, `it was number ${begun.indexOf('/one')}`);
  many.close();
  one.close();
});

// OPERATE-36
test('a member with many sessions has another wait for few of their streams', async (t) => {
  const { begun, port } = await openNoting(t);
  const [many, one] = [Array.from({ length: 60 }, () => port.connect()), port.connect()];
  await Promise.all([...many, one].map((session) => ask(session, '/first')));
  const asking = many.flatMap((session) =>
    Array.from({ length: 20 }, () => ask(session, '/many', { cookie: 'circle_session=many' })),
  );
  await Promise.race(asking);
  const asked = begun.length;
  await ask(one, '/one', { cookie: 'circle_session=one' });
  const waited = begun.indexOf('/one') - asked;
  assert.ok(waited < 20, `it waited for ${waited}`);
  await Promise.all(asking);
  for (const session of [...many, one]) session.close();
});

// OPERATE-36
test('sessions that ask for one stream at a time have one with many streams wait for a round each', async (t) => {
  const { begun, port } = await openNoting(t);
  const sessions = Array.from({ length: 60 }, () => port.connect());
  const page = port.connect();
  await Promise.all([...sessions, page].map((session) => ask(session, '/first')));
  let isOver = false;
  const asking = sessions.map(async (session) => {
    while (!isOver) await ask(session, '/one');
  });
  await Promise.all(Array.from({ length: 30 }, () => ask(page, '/page')));
  isOver = true;
  await Promise.all(asking);
  const waited = begun.slice(begun.indexOf('/page'), begun.lastIndexOf('/page')).length;
  assert.ok(waited < 30 * 60, `it waited for ${waited}`);
  for (const session of [...sessions, page]) session.close();
});

test('a stream that is not read, or whose body does not come, ends, and others of its session go on', async (t) => {
  const app = await createHttpServer({
    publicUrl: 'http://localhost',
    trustProxy: [],
    drain: createDrain(),
    log: createLog('silent'),
    metrics: createMetrics('1'),
    stalledMs: 50,
    times: { bodyMs: 50, stretchMs: 50 },
  });
  const stalled = Promise.withResolvers<void>();
  app.get('/long', async (_request, reply) => {
    const answer = new Readable({
      read() {
        this.push(Buffer.alloc(64 * 1024));
      },
    });
    return reply.send(answer.once('close', stalled.resolve));
  });
  app.get('/short', async () => 'here');
  app.post('/body', async () => 'read');
  await app.ready();
  const [port, hasty] = [await Http2Port.open(app.server), await Http2Port.open(app.server, { idle: 200 })];
  t.after(async () => {
    for (const each of [port, hasty]) await each.close();
    await app.close();
  });
  const session = port.connect();
  const unread = session
    .request({ ':path': '/long' })
    .pause()
    .on('error', () => undefined);
  await stalled.promise;
  const unsent = session.request({ ':method': 'POST', ':path': '/body', 'content-type': 'application/json' });
  const ended = new Promise((resolve) => unsent.on('error', () => undefined).once('close', resolve));
  unsent.write('{');
  await ended;
  assert.equal((await ask(session, '/short')).body.toString(), 'here');
  unread.destroy();
  session.close();

  // Without a stream to read from the disk, and although the session stays awake.
  const awake = hasty.connect({ initialWindowSize: 0 });
  const text = awake.request({ ':path': '/short' }).on('error', () => undefined);
  const closed = new Promise((resolve) => text.once('close', resolve));
  const pinging = setInterval(() => awake.ping(() => undefined), 20);
  await closed;
  clearInterval(pinging);
  assert.equal(awake.destroyed, false);
  awake.close();
});
