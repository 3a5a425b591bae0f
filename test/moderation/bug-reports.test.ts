import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import sharp from 'sharp';
import * as account from '../../contract/account.ts';
import * as bugs from '../../contract/bug-reports.ts';
import { messages } from '../../contract/errors/errors.ts';
import * as moderation from '../../contract/moderation.ts';
import { compareFiles } from '../../server/features/media/expected-files.ts';
import { formOf, messageOf, type Person } from '../harness/person.ts';
import { landscapePhoto } from '../harness/photos.ts';
import { onDatabases, password, TestServer } from '../harness/test-server.ts';

const fileOf = (bytes: Buffer, type = 'image/png') => new Blob([new Uint8Array(bytes)], { type });

const screenshot = async (): Promise<Blob> =>
  fileOf(
    await sharp(await landscapePhoto())
      .png()
      .toBuffer(),
  );

const report = {
  title: 'Photos lie on their side',
  description: 'The second photo of Saturday lies on its side on my phone.',
  severity: 'high',
} as const;

const browserInfo = {
  userAgent: 'Firefox',
  platform: 'Linux',
  language: 'en-GB',
  screenResolution: '1920x1080',
  viewportSize: '1280x900',
};

onDatabases('bug reports', (server, testOnBoth) => {
  let chief: Person;
  let ana: Person;
  before(async () => {
    chief = await server().member('Chief', { isAdmin: true });
    ana = await server().member('Ana');
  });
  const newest = async () => (await chief.ask(bugs.list, {})).items[0];

  // BUG-1, BUG-2
  test('a visitor and a member send a bug report, and an administrator reads it with all its details', async () => {
    const sent = await server().visitor().ask(bugs.send, formOf(report));
    assert.deepEqual([sent.title, sent.status], [report.title, 'open']);
    const plain = await newest();
    assert.deepEqual([plain?.reporter, plain?.picture, plain?.consoleErrors], [null, null, []]);

    const sentByAna = {
      ...report,
      screenshot: await screenshot(),
      pageUrl: 'https://circle.test/join/ABCDEFGHJK?token=secret#there',
      userAgent: 'Firefox',
      browserInfo,
      consoleErrors: ['first', 'second'],
    };
    await ana.ask(bugs.send, formOf(sentByAna));
    const full = await newest();
    assert.equal(full?.reporter?.firstName, 'Ana');
    assert.equal(full.pageUrl, 'https://circle.test/join/…');
    assert.deepEqual(full.browserInfo, browserInfo);
    assert.deepEqual(full.consoleErrors, ['first', 'second']);
    assert.ok(full.picture);
  });

  test('the screenshot of a bug report is re-encoded, stored, and served to administrators alone', async () => {
    const secret = 'GPSLatitude';
    const photo = await sharp(await landscapePhoto())
      .withExif({ IFD0: { Copyright: secret } })
      .jpeg()
      .toBuffer();
    assert.ok(photo.includes(secret));
    // The content decides, not the declared type.
    await ana.ask(bugs.send, formOf({ ...report, screenshot: fileOf(photo, 'image/gif') }));
    const { picture } = (await newest()) ?? {};
    assert.ok(picture);
    for (const url of [picture.url, picture.smallUrl]) {
      const answer = await chief.fetch('GET', url);
      const bytes = Buffer.from(await answer.arrayBuffer());
      assert.deepEqual(
        [answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')],
        [200, 'image/webp', 'no-store'],
      );
      assert.equal(bytes.includes(secret), false);
      assert.equal((await sharp(bytes).metadata()).format, 'webp');
      assert.equal((await ana.request('GET', url)).status, 403);
      assert.equal((await server().visitor().request('GET', url)).status, 401);
    }
    const elsewhere = picture.url
      .replace('/api/admin/bug-reports/', '/uploads/')
      .replace(/\/uploads\/\w+\//, '/uploads/');
    assert.equal((await chief.request('GET', elsewhere)).status, 404);
    for (const wrong of [
      `${picture.url}x`,
      picture.url.replace(/-\w+\./, '-96.'),
      picture.url.replace(/[0-9a-f]{32}/, '0'.repeat(32)),
    ]) {
      assert.equal((await chief.request('GET', wrong)).status, 404, wrong);
    }
    const rows = await server().app.context.db.read.selectFrom('bug_reports').selectAll().execute();
    assert.equal(JSON.stringify(rows).includes('base64'), false);
  });

  test('each rule of a bug report has its own message', async () => {
    const tooMany = Array.from({ length: 51 }, () => 'x');
    const cases: [Record<string, unknown>, string][] = [
      [{ title: 'Pic' }, messages.bugTitleShort],
      [{ title: undefined }, messages.bugTitleShort],
      [{ title: `  ${'x'.repeat(4)}  ` }, messages.bugTitleShort],
      [{ title: 'x'.repeat(121) }, messages.bugTitleLong],
      [{ description: 'Too short' }, messages.bugDescriptionShort],
      [{ description: undefined }, messages.bugDescriptionShort],
      [{ description: 'x'.repeat(5_001) }, messages.bugDescriptionLong],
      [{ severity: 'terrible' }, messages.severityInvalid],
      [{ severity: undefined }, messages.severityInvalid],
      [{ screenshot: 'javascript:alert(1)' }, messages.unknownField],
      [{ browserInfo: '{"userAgent":' }, messages.badJson],
      [{ consoleErrors: tooMany }, messages.bugDetailsInvalid],
      [{ consoleErrors: ['x'.repeat(2_049)] }, messages.bugDetailsInvalid],
      [{ pageUrl: 'x'.repeat(2_001) }, messages.bugDetailsInvalid],
      [{ status: 'closed' }, messages.unknownField],
    ];
    for (const [part, message] of cases) {
      const answer = await ana.call(bugs.send, formOf({ ...report, ...part }));
      assert.deepEqual([answer.status, messageOf(answer)], [400, message], JSON.stringify(part).slice(0, 60));
    }
    const just = { ...report, title: '🍋'.repeat(120), description: 'ö'.repeat(5_000) };
    assert.equal((await ana.call(bugs.send, formOf(just))).status, 201);
  });

  test('a screenshot that is not a picture is refused, and nothing of the bug report is stored', async () => {
    const good = await landscapePhoto();
    const bomb = await sharp({
      create: { width: 12_000, height: 12_000, channels: 3, background: '#000' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer();
    const atFirst = (await chief.ask(bugs.list, { limit: '50' })).items.length;
    for (const [bytes, status, message] of [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 415, messages.photoType],
      [Buffer.alloc(0), 415, messages.photoType],
      [good.subarray(0, good.length / 2), 400, messages.photoBroken],
      [bomb, 413, messages.photoTooManyPixels],
    ] as const) {
      const answer = await ana.call(bugs.send, formOf({ ...report, screenshot: fileOf(bytes) }));
      assert.deepEqual([answer.status, messageOf(answer)], [status, message]);
    }
    assert.equal((await chief.ask(bugs.list, { limit: '50' })).items.length, atFirst);
  });

  test('a bug report can have a screenshot of 10 MB and 64 KB of text', async () => {
    const padded = async (bytes: number) => {
      const picture = Buffer.concat([await landscapePhoto(), Buffer.alloc(bytes)]);
      return ana.call(bugs.send, formOf({ ...report, screenshot: fileOf(picture) }));
    };
    assert.equal((await padded(9 * 1024 * 1024)).status, 201);
    assert.equal((await padded(10 * 1024 * 1024)).status, 413);
    const errors = (count: number) =>
      ana.call(bugs.send, formOf({ ...report, consoleErrors: Array(count).fill('x'.repeat(2_000)) }));
    assert.deepEqual([(await errors(30)).status, (await errors(34)).status], [201, 413]);
  });

  test('a bug report sent as JSON is refused without being read', async () => {
    const json = `{${Array.from({ length: 1_000_000 }, (_, at) => `"${at.toString(36)}":1`).join(',')}}`;
    for (const body of [json, json.slice(0, 60_000), '['.repeat(12_000_000)]) {
      const began = performance.now();
      const [answer] = await Promise.all([
        ana.request('POST', bugs.send.path, { body, headers: { 'content-type': 'application/json' } }),
        server().visitor().request('GET', '/healthz'),
      ]);
      assert.deepEqual([answer.status, messageOf(answer)], [415, messages.wrongType]);
      assert.ok(performance.now() - began < 5_000);
    }
  });

  // ADMIN-8, BUG-1
  test('administrators alone list, close, reopen and delete bug reports, and the log records each action', async () => {
    await ana.ask(bugs.send, formOf({ ...report, screenshot: await screenshot() }));
    const made = await newest();
    assert.ok(made?.picture);
    for (const [who, status] of [
      [ana, 403],
      [server().visitor(), 401],
    ] as const) {
      assert.equal((await who.call(bugs.list)).status, status);
      assert.equal((await who.call(bugs.setStatus, { id: made.id, status: 'closed' })).status, status);
      assert.equal((await who.call(bugs.remove, { id: made.id })).status, status);
    }
    assert.equal((await chief.ask(bugs.setStatus, { id: made.id, status: 'closed' })).status, 'closed');
    const closed = await chief.ask(bugs.list, { status: 'closed' });
    assert.deepEqual(
      closed.items.map(({ id }) => id),
      [made.id],
    );
    await chief.ask(bugs.setStatus, { id: made.id, status: 'open' });
    assert.equal((await chief.ask(bugs.list, { status: 'closed' })).items.length, 0);
    assert.equal((await chief.call(bugs.setStatus, { id: made.id, status: 'gone' })).status, 400);

    await chief.ask(bugs.remove, { id: made.id });
    assert.equal((await chief.request('GET', made.picture.url)).status, 404);
    for (const id of [made.id, '0'.repeat(32)]) {
      assert.equal((await chief.call(bugs.remove, { id })).status, 404);
      assert.equal((await chief.call(bugs.setStatus, { id, status: 'open' })).status, 404);
    }
    const { context } = server().app;
    await context.jobs.idle();
    const keys: string[] = [];
    for await (const { key } of context.storage.list(made.id)) keys.push(key);
    assert.deepEqual(keys, []);
    assert.deepEqual((await compareFiles(context)).faults, []);
    const acts = await context.db.read
      .selectFrom('audit')
      .select('act')
      .where('target', '=', made.id)
      .orderBy('id')
      .execute();
    assert.deepEqual(
      acts.map(({ act }) => act),
      ['bug_report.closed', 'bug_report.reopened', 'bug_report.deleted'],
    );
  });

  // REQUEST-2
  test('the list of bug reports is paged, newest first, with a few SQL statements', async () => {
    for (const title of ['First of three', 'Second of three', 'Third of three']) {
      await ana.ask(bugs.send, formOf({ ...report, title }));
    }
    const first = await chief.ask(bugs.list, { limit: '2' });
    const askForSecond = () => chief.ask(bugs.list, { limit: '2', cursor: first.nextCursor ?? '' });
    const second = await askForSecond();
    const used = await server().statementsOf(askForSecond);
    assert.ok(used <= 6, `${used} statements`);
    assert.deepEqual(
      [...first.items, ...second.items].slice(0, 3).map(({ title }) => title),
      ['Third of three', 'Second of three', 'First of three'],
    );
    const foreign = await chief.call(bugs.list, { status: 'open', cursor: first.nextCursor ?? '' });
    assert.equal(foreign.status, 400);
  });

  // BUG-4
  test('a ban deletes the screenshots and page addresses of the member’s bug reports', async () => {
    const dan = await server().member('Dan');
    await dan.ask(
      bugs.send,
      formOf({ ...report, pageUrl: 'http://circle/post/1', screenshot: await screenshot() }),
    );
    const sent = await newest();
    assert.ok(sent?.picture && sent.pageUrl);
    await chief.ask(moderation.actOnMember, { id: dan.id, action: 'ban' });
    await server().app.context.jobs.idle();
    const stripped = await newest();
    assert.deepEqual(
      [stripped?.id, stripped?.title, stripped?.picture, stripped?.pageUrl],
      [sent.id, report.title, null, ''],
    );
    assert.equal((await chief.request('GET', sent.picture.url)).status, 404);
    assert.deepEqual((await compareFiles(server().app.context)).faults, []);
    await chief.ask(bugs.remove, { id: sent.id });
  });

  // BUG-4
  testOnBoth(
    'a bug report of a member who is banned or leaves while it is sent is refused, and nothing of it is stored',
    async () => {
      const [ida, jon] = await server().members('Ida', 'Jon');
      const ban = () => chief.ask(moderation.actOnMember, { id: ida.id, action: 'ban' });
      const leave = () => jon.ask(account.remove, { password });
      const earlier = (await chief.ask(bugs.list, {})).items.length;
      for (const [who, end] of [
        [ida, ban],
        [jon, leave],
      ] as const) {
        await server().beforeNextWrite(end);
        const sent = await who.call(bugs.send, formOf({ ...report, screenshot: await screenshot() }));
        assert.equal(sent.status, 401, who.name);
      }
      await server().app.context.jobs.idle();
      assert.equal((await chief.ask(bugs.list, {})).items.length, earlier);
      assert.deepEqual((await compareFiles(server().app.context)).faults, []);
    },
  );

  // BUG-4
  test('a screenshot that is stored while its member is banned or leaves does not stay', async (t) => {
    const { storage, jobs } = server().app.context;
    const [kim, lea] = await server().members('Kim', 'Lea');
    const ban = () => chief.ask(moderation.actOnMember, { id: kim.id, action: 'ban' });
    const leave = () => lea.ask(account.remove, { password });
    for (const [who, end] of [
      [kim, ban],
      [lea, leave],
    ] as const) {
      const put = storage.put.bind(storage);
      const keys: string[] = [];
      const slow = t.mock.method(storage, 'put', async (key: string, bytes: Buffer) => {
        if (keys.push(key) === 1) await end();
        await jobs.idle();
        await put(key, bytes);
      });
      await who.call(bugs.send, formOf({ ...report, screenshot: await screenshot() }));
      slow.mock.restore();
      await jobs.idle();
      const left = await Promise.all(keys.map((key) => storage.size(key)));
      assert.deepEqual(left, [null, null], who.name);
    }
  });

  test('a bug report whose screenshot cannot be stored is not sent, and nothing of it stays', async (t) => {
    const { storage } = server().app.context;
    const earlier = await newest();
    const put = storage.put.bind(storage);
    const keys: string[] = [];
    t.mock.method(storage, 'put', async (key: string, bytes: Buffer) => {
      if (keys.push(key) === 2) throw new Error('The store is full');
      await put(key, bytes);
    });
    const sent = await ana.call(bugs.send, formOf({ ...report, screenshot: await screenshot() }));
    assert.equal(sent.status, 500);
    assert.equal((await newest())?.id, earlier?.id);
    assert.deepEqual(await Promise.all(keys.map((key) => storage.size(key))), [null, null]);
  });

  // BUG-4
  test('deleting an account deletes its bug reports', async () => {
    const ben = await server().member('Ben');
    const earlier = await newest();
    await ben.ask(bugs.send, formOf({ ...report, screenshot: await screenshot() }));
    const sent = await newest();
    assert.equal(sent?.reporter?.firstName, 'Ben');
    assert.ok(sent.picture);
    assert.equal((await chief.request('GET', sent.picture.url)).status, 200);
    await ben.ask(account.remove, { password });
    assert.equal((await newest())?.id, earlier?.id);
    assert.equal((await chief.request('GET', sent.picture.url)).status, 404);
    await server().app.context.jobs.idle();
    assert.deepEqual((await compareFiles(server().app.context)).faults, []);
  });
});

// BUG-1
test('one address can send five bug reports an hour', async () => {
  const server = await TestServer.open('sqlite', { RATE_LIMIT_FACTOR: '1' });
  try {
    const visitor = server.visitor();
    for (let sent = 0; sent < 5; sent++) await visitor.ask(bugs.send, formOf(report));
    const refused = await visitor.call(bugs.send, formOf(report));
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
  } finally {
    await server.close();
  }
});
