import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import * as account from '../../contract/account.ts';
import * as auth from '../../contract/auth.ts';
import * as circles from '../../contract/circles.ts';
import * as comments from '../../contract/comments.ts';
import { pathParameters, type Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { messages } from '../../contract/errors/errors.ts';
import * as invitations from '../../contract/invitations.ts';
import * as posts from '../../contract/posts.ts';
import type { Circle } from '../../contract/shapes.ts';
import { fixedHeaders } from '../../server/platform/http/fixed-headers.ts';
import { messageOf, type Answer, type Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { onDatabases, password } from '../harness/test-server.ts';
import { startSquare } from '../fakes/square/square.ts';

const pathOf = (endpoint: Endpoint): string =>
  pathParameters(endpoint.path).reduce(
    (path, name) => path.replace(`:${name}`, '0'.repeat(32)),
    endpoint.path,
  );

/** A schema may let these through to the database, which may refuse them. */
const oddValues: unknown[] = [0, -1, 1e308, '', '\u0000', '\uD800', ['\u0000'], ['\uD800']];
const oddKinds: unknown[] = [null, [], [[]], {}, { a: { b: 1 } }];
const odd: unknown[] = [...oddValues, ...oddKinds, true, 'x'.repeat(70_000)];

// With payments set up, so that their doors look at what comes.
const square = await startSquare();
after(() => square.close());

onDatabases(
  'requests with bad input',
  (server, testOnBoth) => {
    let ana: Person;
    let family: Circle;
    before(async () => {
      ana = await server().member('Ana', { isAdmin: true });
      family = await ana.makesCircle('Family');
    });

    const postWith = (
      fields: Record<string, string>,
      files: { name: string; bytes: Uint8Array; field?: string }[] = [],
    ) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      for (const { name, bytes, field } of files)
        form.append(field ?? 'media', new Blob([new Uint8Array(bytes)]), name);
      return ana.request('POST', '/api/posts', { form });
    };

    // REQUEST-2
    testOnBoth('no endpoint answers 500 to any malformed body, query or path', async () => {
      // PostgreSQL reads a list of ids only where there is something to look up.
      await ana.posts('Something to find', { to: family });
      const isSqlite = server().app.context.db.dialect.name === 'sqlite';
      for (const [name, endpoint] of endpoints) {
        const path = pathOf(endpoint);
        const fields = Object.keys(endpoint.input.shape);
        for (const value of isSqlite ? odd : oddValues) {
          const inBody = endpoint.method !== 'GET' && endpoint.method !== 'DELETE';
          const answers = inBody
            ? [
                ...(oddKinds.includes(value)
                  ? [await ana.request(endpoint.method, path, { json: value })]
                  : []),
                await ana.request(endpoint.method, path, {
                  json: Object.fromEntries(fields.map((field) => [field, value])),
                }),
              ]
            : [
                await ana.request(
                  endpoint.method,
                  `${path}?${new URLSearchParams(fields.map((field) => [field, String(value).slice(0, 4_000)]))}`,
                ),
              ];
          for (const answer of answers) {
            assert.ok(
              answer.status < 500,
              `${name} with ${JSON.stringify(value).slice(0, 40)}: ${answer.status} ${answer.text}`,
            );
          }
        }
        for (const segment of ['%00', '%ff', '..%2f..%2fetc', '%F0%9F%8D%8B', 'a'.repeat(190)]) {
          if (!endpoint.path.includes(':')) continue;
          const answer = await ana.request(endpoint.method, endpoint.path.replaceAll(/:\w+/g, segment));
          assert.ok(answer.status < 500, `${name} at ${segment}: ${answer.status} ${answer.text}`);
        }
        if (name === 'auth.logout') await ana.signIn('lemon-tart-at-noon');
      }
      assert.deepEqual(square.calls, [], 'the card provider is asked nothing');
      await server().mailsTo({ email: 'x' });
      await server().mailsTo(ana);
    });

    test('64 KB of keys or brackets in a body cost little, and an error names at most 20 fields', async () => {
      const keys = Array.from({ length: 6_000 }, (_, at) => `"k${at.toString(36)}":1`).join(',');
      const deep = `{"name":${'['.repeat(30_000)}${']'.repeat(30_000)}}`;
      const elements = `{"name":"x","ids":[${'{},'.repeat(15_000)}0]}`;
      for (const body of [`{${keys}}`, deep, elements, '['.repeat(65_000)]) {
        for (const path of ['/api/circles', '/api/auth/login', '/api/auth/register']) {
          const began = performance.now();
          const answer = await ana.request('POST', path, {
            body,
            headers: { 'content-type': 'application/json' },
          });
          assert.equal(answer.status, 400, answer.text.slice(0, 200));
          assert.ok(answer.text.length < 4_000, `${answer.text.length} characters`);
          assert.ok(performance.now() - began < 5_000, `${path} took ${performance.now() - began} ms`);
        }
      }
    });

    // REQUEST-2
    test('errors of the web framework have Circle’s headers and texts', async () => {
      const { port } = new URL(server().url);
      const answerTo = async (request: string): Promise<string> => {
        const socket = connect(Number(port), 'localhost');
        socket.on('error', () => undefined);
        socket.write(request);
        return Buffer.concat(await socket.toArray()).toString();
      };
      const rest = 'HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n';
      const login = `POST /api/auth/login ${rest}content-type: application/json\r\n`;
      const cases: [string, number, string][] = [
        [`GET /api/posts/%zz ${rest}\r\n`, 400, messages.invalid],
        [`GET /% ${rest}\r\n`, 400, messages.invalid],
        [`GET /api/posts/${'a'.repeat(300)} ${rest}\r\n`, 404, messages.notFound],
        [`FOO / ${rest}\r\n`, 400, messages.invalid],
        [`GET / HTTP/1.1\r\nconnection: close\r\n\r\n`, 400, messages.invalid],
        [`GET / ${rest}x: ${'a'.repeat(20_000)}\r\n\r\n`, 431, messages.tooLarge],
        ['hello\r\n\r\n', 400, messages.invalid],
        [`${login}transfer-encoding: chunked\r\n\r\nzz\r\n`, 400, messages.invalid],
      ];
      for (const [request, status, message] of cases) {
        const answer = await answerTo(request);
        const [head = '', body = ''] = answer.split('\r\n\r\n');
        assert.match(head, new RegExp(`^HTTP/1.1 ${status} `), request.slice(0, 60));
        assert.match(head, /content-security-policy: default-src 'none'/i, request.slice(0, 60));
        assert.match(head, /cache-control: no-store/i);
        assert.deepEqual(JSON.parse(body), { message });
      }
      const expecting = await answerTo(`${login}expect: wonders\r\ncontent-length: 2\r\n\r\n{}`);
      assert.match(expecting, /^HTTP\/1.1 417 [^]*content-security-policy/i);
    });

    // REQUEST-2
    test('every answer has each fixed header exactly once', async () => {
      const expected = fixedHeaders(false);
      for (const path of [
        '/healthz',
        '/api/config',
        '/api/user',
        '/api/nowhere',
        '/',
        '/uploads/none.webp',
        '/api/events',
      ]) {
        const stop = new AbortController();
        const { headers } = await fetch(ana.url + path, {
          headers: { cookie: ana.cookie ?? '' },
          signal: stop.signal,
        });
        stop.abort();
        // Headers that are sent twice are joined here.
        for (const [name, value] of Object.entries(expected))
          assert.equal(headers.get(name), value, `${name} of ${path}`);
      }
    });

    test('a client that keeps sending a body far too large gets the answer', async () => {
      const { port } = new URL(server().url);
      const part = Buffer.alloc(64 * 1024, 'x');
      const parts = 60;
      for (const more of ['connection: close\r\n', '', 'connection: close\r\n', '']) {
        const socket = connect(Number(port), 'localhost');
        const answered = once(socket, 'data');
        socket.write(
          `POST /api/auth/login HTTP/1.1\r\nhost: localhost\r\n${more}content-type: application/json\r\ncontent-length: ${parts * part.length}\r\n\r\n`,
        );
        for (let sent = 0; sent < parts; sent++) {
          socket.write(part);
          await new Promise((resolve) => setImmediate(resolve));
        }
        assert.match(String(await answered), /^HTTP\/1.1 413 /);
        socket.destroy();
      }
    });

    // REQUEST-2
    test('JSON endpoints accept only JSON that is whole and has known fields', async () => {
      const send = (body: string, type: string | null) =>
        ana.request('POST', '/api/circles', { body, headers: type === null ? {} : { 'content-type': type } });
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'application/jsonx',
        'text/json',
        'multipart/form-data',
      ]) {
        assert.equal((await send('{"name":"x"}', type)).status, 415, type);
      }
      assert.deepEqual(messageOf(await send('{"name":', 'application/json')), messages.badJson);
      assert.equal((await send('[]', 'application/json')).status, 400);
      assert.equal(
        (await send(JSON.stringify({ name: 'x'.repeat(70_000) }), 'application/json')).status,
        413,
      );
      const unknown = await ana.call(circles.create, { name: 'x', owner: 'me' });
      assert.deepEqual(
        [unknown.status, unknown.json],
        [
          400,
          { message: messages.unknownField, issues: [{ path: 'owner', message: messages.unknownField }] },
        ],
      );
      assert.equal(
        (await ana.request('PUT', `/api/circles/${family.id}`, { json: { id: family.id, name: 'x' } }))
          .status,
        400,
      );
      assert.equal((await ana.request('GET', '/api/posts/feed?limit=5&limit=6')).status, 400);
      for (const limit of ['0', '51', '-1', '1e1', 'x', '']) {
        assert.equal((await ana.request('GET', `/api/posts/feed?limit=${limit}`)).status, 400, limit);
      }
      assert.equal((await ana.call(posts.feed, { cursor: 'forged' })).status, 400);
    });

    test('e-mail addresses with literals, empty parts or a leading dash are refused', async () => {
      const ask = async (address: string) => {
        const { status } = await server().visitor().call(auth.forgotPassword, { email: address });
        return status;
      };
      const refused = [
        'a@[127.0.0.1]',
        'a@[IPv6:::1]',
        'a@127.0.0.1',
        'a@1.2',
        'a@b..c',
        'a@.b.co',
        'a@b.co.',
        'a@-b.co',
        'a@b-.co',
        'a@b',
        '-a@b.co',
        '.a@b.co',
        'a.@b.co',
        'a..b@b.co',
        `a@${'-'.repeat(200)}.co`,
        `a@${'a.'.repeat(100)}-`,
      ];
      for (const address of refused) assert.equal(await ask(address), 400, address);
      const taken = [
        'a.b+c@sub.example.co.uk',
        "o'neil@e-x.org",
        'zoë@exämple.de',
        'a@xn--exmple-cua.com',
        'a@b.c1',
      ];
      for (const address of taken) assert.equal(await ask(address), 200, address);
    });

    test('each rule of a circle has its own message', async () => {
      const cases: [Record<string, unknown>, string][] = [
        [{ name: '' }, messages.circleNameRequired],
        [{ name: ' \u202E ' }, messages.circleNameRequired],
        [{}, messages.circleNameRequired],
        [{ name: 'x'.repeat(51) }, messages.circleNameTooLong],
        [{ name: 'x', description: 'x'.repeat(201) }, messages.circleDescriptionTooLong],
        [{ name: 'x', color: 'red' }, messages.colorInvalid],
        [{ name: 'x', color: '#12345' }, messages.colorInvalid],
        [{ name: 'x', priority: 1.5 }, messages.priorityInvalid],
      ];
      for (const [body, message] of cases) {
        const answer = await ana.call(circles.create, body);
        assert.deepEqual([answer.status, messageOf(answer)], [400, message]);
      }
      const kept = await ana.makesCircle('  🍋'.repeat(1) + 'Lemons'.padEnd(49, '!') + '  ');
      assert.equal([...kept.name].length, 50);
      const edited = await ana.call(circles.edit, { id: family.id, name: '' });
      assert.deepEqual([edited.status, messageOf(edited)], [400, messages.circleEditNameRequired]);
    });

    // COMMENT-1, PEOPLE-1, JOIN-16
    testOnBoth('names, texts and addresses have visible characters, and no others that matter', async () => {
      const post = await ana.posts('Here', { to: family });
      const nothing = [
        '\u200b\u200b',
        '\u3164',
        '\u00ad',
        '\u2800',
        '\uffa0',
        '\u115f\u1160',
        '\u17b4\u17b5',
        '\u{1d159}',
      ];
      for (const content of nothing) {
        const answer = await ana.call(comments.add, { id: post.id, content });
        assert.deepEqual([answer.status, messageOf(answer)], [400, messages.commentEmpty]);
        assert.equal((await ana.call(circles.create, { name: content })).status, 400);
        assert.equal((await ana.call(account.edit, { firstName: content })).status, 400);
      }
      for (const sign of [
        '\ufe0f',
        '\ufe00',
        '\u{e0100}',
        '\u034f',
        '\u180b',
        '\u2800',
        '\u{1d159}',
        '\ufff9',
      ]) {
        const { name } = await ana.ask(circles.create, { name: `Ana${sign}s` });
        assert.equal(name, 'Anas');
      }
      const reserved = await ana.call(account.edit, { username: 'admin.' });
      assert.equal(messageOf(reserved), messages.usernameReserved);
      await ana.comments(post, '👩‍👧 ❤️');
      assert.deepEqual(await ana.reads(post), ['👩‍👧 ❤️']);
      const invite = (email: string) => ana.call(invitations.sendInvite, { email });
      for (const email of ['zero\u200bwidth@example.com', 'soft\u00adhyphen@example.com']) {
        const answer = await invite(email);
        assert.deepEqual([answer.status, messageOf(answer)], [400, messages.emailInvisible]);
      }
      assert.equal((await invite('\u202abidi@example.com\u202c')).status, 201);
      await server().mailsTo({ email: 'bidi@example.com' });
      const visitor = server().visitor();
      assert.equal(
        (await visitor.call(auth.login, { email: `\u2066${ana.email}\u2069`, password })).status,
        200,
      );
      await server().mailsTo(ana);
    });

    test('blank and overlong comments are refused, and other comments are kept as written', async () => {
      const post = await ana.posts('Here', { to: family });
      for (const content of ['', '  \n ', undefined]) {
        const answer = await ana.call(comments.add, { id: post.id, content });
        assert.deepEqual([answer.status, messageOf(answer)], [400, messages.commentEmpty]);
      }
      const long = await ana.call(comments.add, { id: post.id, content: 'x'.repeat(2_001) });
      assert.deepEqual([long.status, messageOf(long)], [400, messages.commentTooLong]);
      const text = '<script>alert(1)</script> \'"; drop table posts; -- ${7*7} %s\nzweite Zeile 🍋';
      await ana.comments(post, ` ${text} `);
      assert.deepEqual(await ana.reads(post), [text]);
    });

    // MOMENT-3
    test('each rule of a moment has its own message', async () => {
      const to = JSON.stringify([family.id]);
      const photo = { name: 'p.jpg', bytes: await plainPhoto() };
      const cases: [Promise<Answer>, number, string][] = [
        [postWith({ content: ' ', circleIds: to }), 400, messages.postEmpty],
        [postWith({ content: 'x' }), 400, messages.circleRequired],
        [postWith({ content: 'x', circleIds: '[]' }), 400, messages.circleRequired],
        [postWith({ content: 'x', circleIds: '{}' }), 400, messages.invalid],
        [postWith({ content: 'x', circleIds: '[1]' }), 400, messages.invalid],
        [postWith({ content: 'x', circleIds: JSON.stringify(['0'.repeat(32)]) }), 404, messages.notFound],
        [postWith({ content: 'x'.repeat(5_001), circleIds: to }, [photo]), 400, messages.textTooLong],
        [postWith({ content: 'x'.repeat(5_001), circleIds: to }), 400, messages.textTooLong],
        [postWith({ alts: '["a","b"]', circleIds: to }, [photo]), 400, messages.photoCaptionsMany],
        [
          postWith({ alts: JSON.stringify(['x'.repeat(501)]), circleIds: to }, [photo]),
          400,
          messages.photoCaptionTooLong,
        ],
        [
          postWith(
            { circleIds: to },
            Array.from({ length: 11 }, () => photo),
          ),
          400,
          messages.tooManyPhotos,
        ],
        [postWith({ circleIds: to }, [{ ...photo, field: 'other' }]), 400, messages.invalid],
        [postWith({ content: 'x', circleIds: to, authorId: 'me' }), 400, messages.unknownField],
        [ana.request('POST', '/api/posts', { json: { content: 'x' } }), 415, messages.wrongType],
      ];
      for (const [place, [asked, status, message]] of cases.entries()) {
        const answer = await asked;
        assert.deepEqual(
          [answer.status, messageOf(answer)],
          [status, message],
          `case ${place}: ${answer.text}`,
        );
      }
    });

    test('a file that is not a photo is refused with a sentence and leaves nothing behind', async () => {
      const to = JSON.stringify([family.id]);
      const good = await sharp({ create: { width: 1200, height: 900, channels: 3, background: '#28c' } })
        .jpeg()
        .toBuffer();
      const bomb = await sharp({
        create: { width: 12_000, height: 12_000, channels: 3, background: '#000' },
        limitInputPixels: false,
      })
        .png({ compressionLevel: 9 })
        .toBuffer();
      const cases: [string, Uint8Array, number, string][] = [
        ['text.jpg', Buffer.from('this is no photo, whatever it is called'), 415, messages.photoType],
        ['empty.jpg', Buffer.alloc(0), 415, messages.photoType],
        ['anim.gif', Buffer.from('GIF89a\u0001\u0000\u0001\u0000', 'latin1'), 415, messages.photoType],
        ['drawing.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415, messages.photoType],
        ['cut.jpg', good.subarray(0, good.length / 2), 400, messages.photoBroken],
        ['bomb.png', bomb, 413, messages.photoTooManyPixels],
        ['large.jpg', Buffer.concat([good, Buffer.alloc(10 * 1024 * 1024)]), 413, messages.photoTooLarge],
      ];
      const images = () => server().app.context.db.read.selectFrom('images').select('id').execute();
      const kept = (await images()).length;
      for (const [name, bytes, status, message] of cases) {
        const answer = await postWith({ content: 'x', circleIds: to }, [
          { name: 'good.jpg', bytes: good },
          { name, bytes },
        ]);
        assert.deepEqual([answer.status, messageOf(answer)], [status, message], `${name}: ${answer.text}`);
      }
      assert.equal((await images()).length, kept);
      await server().app.context.jobs.idle();
      const files: string[] = [];
      for await (const { key } of server().app.context.storage.list()) {
        if (!key.includes('-export-')) files.push(key);
      }
      assert.deepEqual(files, []);
    });

    // REQUEST-1
    test('a request that changes data is refused from another origin at every endpoint', async () => {
      for (const [name, endpoint] of endpoints) {
        for (const headers of [
          { origin: 'https://evil.example' },
          { 'sec-fetch-site': 'cross-site' },
          { 'sec-fetch-site': 'same-site' },
          { origin: 'null' },
        ]) {
          const answer = await ana.request(endpoint.method, pathOf(endpoint), {
            headers,
          });
          if (endpoint.method === 'GET') assert.notEqual(messageOf(answer), messages.foreignOrigin, name);
          else assert.deepEqual([answer.status, messageOf(answer)], [403, messages.foreignOrigin], name);
        }
      }
    });
  },
  square.environment,
);
