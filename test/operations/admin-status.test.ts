import assert from 'node:assert/strict';
import { request } from 'node:http';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import * as audit from '../../contract/audit.ts';
import * as auth from '../../contract/auth.ts';
import { messages } from '../../contract/errors/errors.ts';
import * as invitations from '../../contract/invitations.ts';
import * as site from '../../contract/site.ts';
import * as system from '../../contract/system.ts';
import { followPlace } from '../../server/features/system/place.ts';
import { setPlace } from '../../server/words/words.ts';
import { messageOf, type Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { codeIn } from '../accounts/registration.ts';
import { onBothDatabases, onDatabases, onDatabase, type TestServer } from '../harness/test-server.ts';

const token = 'a-token-of-thirty-odd-characters';

/** As a proxy on the same machine asks for somebody else. */
const fromElsewhere = (server: TestServer, path: string, headers: Record<string, string> = {}) =>
  server.visitor().request('GET', path, { headers: { 'x-forwarded-for': '203.0.113.9', ...headers } });

/** The figures as somebody on this machine gets them who asks for a host of that name. */
const statusByName = (server: TestServer, host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const asked = request(`${server.url}/metrics`, { headers: { host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asked.once('error', reject).end();
  });

const failing = async (server: TestServer, kind: string, error: string, isOver: boolean): Promise<void> => {
  const later = Date.now() + 3_600_000;
  await server.app.context.db.write(({ q }) =>
    q
      .insertInto('jobs')
      .values({
        kind,
        payload: 'null',
        run_at: later,
        attempts: 3,
        failed_at: isOver ? Date.now() : null,
        last_error: error,
        created_at: Date.now(),
      })
      .execute(),
  );
};

onDatabases(
  'the figures for monitoring',
  (server) => {
    // OPERATE-10
    test('figures are served to this machine and to holders of the token, and are a 404 for others', async () => {
      const near = await server().visitor().request('GET', '/metrics');
      assert.equal(near.status, 200);
      assert.match(near.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
      const absent = await fromElsewhere(server(), '/api/nothing');
      const attempts: Record<string, string>[] = [
        {},
        { authorization: 'Bearer ' },
        { authorization: `Bearer ${token}x` },
        { authorization: token },
      ];
      for (const headers of attempts) {
        const far = await fromElsewhere(server(), '/metrics', headers);
        assert.deepEqual([far.status, far.text], [404, absent.text]);
        assert.equal(far.headers.get('cache-control'), absent.headers.get('cache-control'));
      }
      const held = await fromElsewhere(server(), '/metrics', { authorization: `Bearer ${token}` });
      assert.equal(held.status, 200);
      // A page elsewhere whose name leads to this machine, or a proxy that only passes the name on.
      assert.equal(await statusByName(server(), 'localhost'), 200);
      for (const name of ['rebound.example', 'localhost.example'])
        assert.equal(await statusByName(server(), name), 404, name);
    });

    // OPERATE-10
    test('figures count requests by route pattern and name nobody', async () => {
      const ana = await server().member('Ana');
      const family = await ana.makesCircle('Family');
      const post = await ana.posts('Eleven', { to: family });
      await ana.request('GET', `/api/posts/${post.id}`);
      await ana.request('GET', `/lemons-of-${ana.id}`);
      await failing(server(), `full-copy ${'a'.repeat(32)}`, 'no', false);
      const { text } = await server().visitor().request('GET', '/metrics');
      assert.match(
        text,
        /circle_http_requests_total\{method="GET",route="\/api\/posts\/:id",status="200"\} 1/,
      );
      assert.match(
        text,
        /circle_http_request_duration_seconds_count\{method="GET",route="\/api\/posts\/:id"\} 1/,
      );
      assert.match(text, /circle_part_up\{part="database"\} 1/);
      assert.match(text, /circle_part_up\{part="storage"\} 1/);
      assert.match(text, /circle_event_streams 0/);
      assert.match(text, /circle_jobs\{kind="full-copy",state="retrying"\} 1/);
      for (const own of [ana.id, ana.email, family.id, post.id, 'lemons-of', 'a'.repeat(32)]) {
        assert.ok(!text.includes(own), own);
      }
      await server().app.context.db.write(({ q }) =>
        sql`delete from jobs where last_error = 'no'`.execute(q),
      );
    });

    test('figures count the open event streams and the refusals of mail servers', async () => {
      const ben = await server().member('Ben');
      const stream = request(`${server().url}/api/events`, { headers: { cookie: ben.cookie ?? '' } });
      const opened = new Promise((resolve) => stream.once('response', resolve));
      stream.end();
      await opened;
      assert.match((await server().visitor().request('GET', '/metrics')).text, /circle_event_streams 1/);
      stream.destroy();
    });
  },
  { METRICS_TOKEN: token },
);

onDatabases('the status page of the administrators', (server) => {
  let ada: Person;
  before(async () => {
    ada = await server().member('Ada', { isAdmin: true });
  });

  test('the status page says how the server is doing', async () => {
    const family = await ada.makesCircle('Family');
    await ada.posts('Eleven', { to: family, photos: [await plainPhoto()] });
    await server().app.context.jobs.idle();
    const look = await ada.ask(system.overview, {});
    assert.deepEqual([look.database.isUp, look.storage.isUp], [true, true]);
    assert.deepEqual(
      look.nodes.map(({ id, isThis }) => [id, isThis]),
      [[server().app.context.nodeId, true]],
    );
    assert.equal(look.photos.count, 1);
    assert.ok(look.photos.bytes > 0);
    assert.deepEqual(look.jobs, []);
    assert.equal(look.backup, null);
  });

  test('the status page lists failed jobs without names, an administrator retries and drops them, and the log records both', async () => {
    await failing(
      server(),
      'notification-mail',
      'Mailbox <ana@example.org> at https://x/0123456789abcdef01234567 is gone',
      false,
    );
    await failing(server(), 'notification-mail', 'Given up', true);
    await failing(server(), 'export', 'The disk is full', true);
    const look = await ada.ask(system.overview, {});
    assert.deepEqual(look.jobs, [
      { kind: 'export', waiting: 0, retrying: 0, failed: 1, lastError: 'The disk is full' },
      { kind: 'notification-mail', waiting: 0, retrying: 1, failed: 1, lastError: 'Given up' },
    ]);
    await ada.ask(system.dropJobs, { kind: 'notification-mail' });
    const [, push] = (await ada.ask(system.overview, {})).jobs;
    assert.deepEqual(push?.lastError, 'Mailbox <…> at https://x/… is gone');
    assert.equal(
      (await ada.call(system.dropJobs, { kind: 'notification-mail' })).status,
      404,
      'what is tried again stays',
    );
    await ada.ask(system.retryJobs, { kind: 'notification-mail' });
    await ada.ask(system.dropJobs, { kind: 'export' });
    await server().app.context.jobs.idle();
    assert.deepEqual((await ada.ask(system.overview, {})).jobs, []);
    assert.equal((await ada.call(system.retryJobs, { kind: 'notification-mail' })).status, 404);
    const { items } = await ada.ask(audit.list, {});
    assert.deepEqual(
      items.slice(0, 3).map(({ act, target }) => [act, target?.id]),
      [
        ['job.dropped', 'export'],
        ['job.retried', 'notification-mail'],
        ['job.dropped', 'notification-mail'],
      ],
    );
  });
});

onDatabase('sqlite', 'an answer that says that something broke', (server) => {
  // OPERATE-11
  test('the status page shows the id of an error’s line in the log, and nothing of its cause', async () => {
    const ana = await server().member('Ana');
    const { context } = server().app;
    const lines: unknown[] = [];
    const { error } = context.log;
    context.log.error = (...values: unknown[]) => void lines.push(values[0]);
    await context.db.write(({ q }) => sql`alter table notifications rename to notifications_away`.execute(q));
    try {
      const answer = await ana.request('GET', '/api/notifications/unread');
      assert.equal(answer.status, 500);
      const body: unknown = answer.json;
      const id: unknown = Reflect.get(Object(body), 'errorId');
      assert.deepEqual(body, { message: messages.broken, errorId: id });
      const ids = lines.map((line): unknown => Reflect.get(Object(line), 'id'));
      assert.deepEqual(ids, [id, id], 'once with the cause, once with the route');
    } finally {
      context.log.error = error;
      await context.db.write(({ q }) =>
        sql`alter table notifications_away rename to notifications`.execute(q),
      );
    }
  });
});

onDatabases('the name, language and mail of an installation', (server) => {
  test('the name stands in mails, and the language overrides APP_LANGUAGE on every node', async () => {
    const [admin, ana] = [await server().member('Adele', { isAdmin: true }), await server().member('Ana')];
    const place = await admin.ask(system.place, {});
    assert.deepEqual([place.isSetUp, place.name, place.language], [false, null, 'en']);
    const long = await admin.call(system.setPlace, { name: 'x'.repeat(41), language: 'de' });
    assert.deepEqual([long.status, messageOf(long)], [400, messages.placeNameTooLong]);
    const changed = await admin.ask(system.setPlace, { name: ' Haus  <b>am See</b> ', language: 'de' });
    assert.deepEqual([changed.isSetUp, changed.name, changed.language], [true, 'Haus <b>am See</b>', 'de']);
    assert.equal((await ana.ask(auth.currentUser, {})).language, 'de', 'Ana chose none');
    await ana.ask(invitations.sendInvite, { email: 'stranger@example.org' });
    const [mail] = await server().mailsTo({ email: 'stranger@example.org' });
    assert.match(mail?.html ?? '', /<html lang="de">[\s\S]*Circle · Haus &lt;b&gt;am See&lt;\/b&gt;/);
    const code = codeIn(mail?.text);
    assert.equal(
      (await server().visitor().ask(invitations.preview, { code })).placeName,
      'Haus <b>am See</b>',
    );
    const { items } = await admin.ask(audit.list, {});
    assert.ok(items.some(({ act }) => act === 'place.changed'));
    // As a node does that did not take the request.
    setPlace({ name: null, language: 'en' });
    await followPlace(server().app.context);
    assert.equal((await ana.ask(auth.currentUser, {})).language, 'de');
    await admin.ask(system.setPlace, { name: null, language: 'en' });
  });

  test('a test mail goes to the administrator, who reads why the mail server refused it', async () => {
    const admin = await server().member('Bea', { isAdmin: true });
    assert.deepEqual(await admin.ask(system.testMail, {}), { to: admin.email, trouble: null });
    const [mail, ...more] = await server().mailsTo(admin);
    assert.deepEqual([mail?.subject, more], ['Your mail server works', []]);
    await server().mailbox.downDuring(async () => {
      const { trouble } = await admin.ask(system.testMail, {});
      assert.match(trouble ?? '', /^The mail server did not take the mail \(E\w+\)/);
    });
    const { mail: setUp } = await admin.ask(system.place, {});
    assert.deepEqual(setUp, { server: '127.0.0.1', from: 'Circle <circle@example.org>' });
  });
});

const setUpOf = async (admin: Person): Promise<string[]> =>
  (await admin.ask(system.setup, {})).items.map(({ id, state }) => `${id} ${state}`);

onBothDatabases(
  'what is set up of an installation',
  (server) => {
    test('every administrator reads the open steps, until each is done', async () => {
      const ada = await server().member('Ada', { isAdmin: true });
      assert.deepEqual(await setUpOf(ada), [
        'address todo',
        'https todo',
        'mail todo',
        'backup todo',
        'disk done',
        'administrator todo',
        'name todo',
        'circle todo',
      ]);
      const { items } = await ada.ask(system.setup, {});
      assert.equal(items[0]?.detail, new URL(server().url).host);
      assert.equal(
        (await server().visitor().ask(site.config, {})).onlyHere,
        new URL(server().url).host,
        'beside codes, too',
      );
      await ada.ask(system.setPlace, { name: 'Home', language: 'en' });
      const family = await ada.makesCircle('Family');
      assert.ok((await setUpOf(ada)).includes('circle todo'), 'nobody is invited');
      await ada.ask(invitations.inviteToCircle, { id: family.id, email: 'ben@example.org' });
      const second = await server().member('Ben', { isAdmin: true });
      assert.deepEqual((await setUpOf(second)).slice(5), ['administrator done', 'name done', 'circle done']);
    });

    test('forwarded headers of a proxy that is not trusted are shown with the value for TRUST_PROXY', async () => {
      const ada = await server().member('Cleo', { isAdmin: true });
      await fromElsewhere(server(), '/healthz');
      const { items } = await ada.ask(system.setup, {});
      assert.deepEqual(items[2], { id: 'proxy', state: 'todo', detail: '127.0.0.1,::1' });
    });
  },
  { SMTP_URL: '' },
);

onDatabase(
  'sqlite',
  'an installation without a mail server',
  (server) => {
    test('a test mail is refused, because there is no mail server', async () => {
      const admin = await server().member('Cora', { isAdmin: true });
      const refused = await admin.call(system.testMail, {});
      assert.deepEqual([refused.status, messageOf(refused)], [409, messages.noMailServer]);
      assert.equal((await admin.ask(system.place, {})).mail.server, null);
    });
  },
  { SMTP_URL: '' },
);

onDatabase(
  'sqlite',
  'a place with a private name',
  (server) => {
    test('says beside codes that only devices nearby reach it', async () => {
      const { onlyHere, onlyNearby } = await server().visitor().ask(site.config, {});
      assert.deepEqual([onlyHere, onlyNearby], [null, 'circle.local']);
    });
  },
  { PUBLIC_URL: 'http://circle.local', HOST: '0.0.0.0' },
);
