import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { after, before, describe, test } from 'node:test';
import { isUpload } from '../../server/platform/images/receive.ts';
import type { Person } from '../harness/person.ts';
import { noisePhoto } from '../harness/photos.ts';
import { TestServer } from '../harness/test-server.ts';
import { until } from '../runner/until.ts';

/** A fiftieth of the real times: what took a second takes 20 ms. A busy machine keeps a sender waiting for longer than that. */
const bodyTimes = { bodyMs: 2_000, stretchMs: 200 };
const kilobyte = 1_024;

describe('slow bodies', { timeout: 60_000 }, () => {
  let server: TestServer;
  let ana: Person;
  let ben: Person;
  before(async () => {
    server = await TestServer.open('sqlite', {}, { bodyTimes });
    [ana, ben] = await server.members('Ana', 'Ben');
  });
  after(() => server.close());

  const open = async (head: readonly string[]): Promise<Socket> => {
    const socket = connect(Number(new URL(server.url).port), 'localhost');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(`${[...head, 'host: localhost'].join('\r\n')}\r\n\r\n`);
    return socket;
  };

  /** The first bytes of the answer, or null where the connection ends without one. */
  const answerOf = (socket: Socket): Promise<string | null> =>
    new Promise((resolve) => {
      socket.once('data', (bytes) => resolve(String(bytes)));
      socket.once('close', () => resolve(null));
    });

  const start = '--x\r\ncontent-disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n';
  const end = '\r\n--x--\r\n';

  const upload = (person: Person, bytes: number): Promise<Socket> =>
    open([
      'POST /api/photos HTTP/1.1',
      `cookie: ${person.cookie}`,
      'content-type: multipart/form-data; boundary=x',
      `content-length: ${start.length + bytes + end.length}`,
    ]);

  /** Sends bytes in pieces, one each 20 ms, with a pause in the middle; stops when the connection ends. */
  const trickle = async (
    socket: Socket,
    bytes: Buffer,
    { piece, pauseMs = 0 }: { piece: number; pauseMs?: number },
  ) => {
    for (let at = 0; at < bytes.length && !socket.destroyed; at += piece) {
      socket.write(bytes.subarray(at, at + piece));
      const isMiddle = at < bytes.length / 2 && at + piece >= bytes.length / 2;
      await setTimeout(isMiddle && pauseMs > 0 ? pauseMs : 20);
    }
  };

  // REQUEST-7
  test('an upload over a slow line arrives, with a pause in the middle', async () => {
    const photo = await noisePhoto(700, 600);
    const socket = await upload(ana, photo.length);
    const answer = answerOf(socket);
    const body = Buffer.concat([Buffer.from(start), photo, Buffer.from(end)]);
    // 20 KB a second of the real times, and a pause of 30 s.
    await trickle(socket, body, { piece: 20 * kilobyte, pauseMs: 600 });
    assert.match((await answer) ?? 'none', /^HTTP\/1.1 201 /);
    socket.destroy();
  });

  // REQUEST-7
  test('an upload that nearly stands still is cut off, leaves nothing, and delays nobody', async () => {
    const socket = await upload(ana, 5_000_000);
    const answer = answerOf(socket);
    socket.write(Buffer.concat([Buffer.from(start), Buffer.from([0xff, 0xd8, 0xff, 0xe0])]));
    const crawling = trickle(socket, Buffer.alloc(5_000_000), { piece: kilobyte });
    assert.equal((await ana.request('GET', '/api/circles')).status, 200);
    assert.equal(await answer, null);
    await crawling;
    await until(async () => !(await readdir(path.join(server.dataDir, 'tmp'))).some(isUpload));
    assert.equal((await ana.request('GET', '/api/circles')).status, 200);
  });

  // REQUEST-7
  test('a member has few slow uploads, and more of theirs are refused', async () => {
    const many = await Promise.all(Array.from({ length: 21 }, () => upload(ben, 9_000_000)));
    const ended = Promise.race(many.map(answerOf));
    const sending = Promise.all(
      many.map((socket) => trickle(socket, Buffer.alloc(9_000_000), { piece: 10 * kilobyte })),
    );
    assert.match(
      (await ended) ?? 'ends',
      /^(?:ends|HTTP\/1.1 429 )/,
      'one too many ends, or is refused where it comes late',
    );
    const refused = await upload(ben, 1_000);
    assert.match((await answerOf(refused)) ?? 'none', /^HTTP\/1.1 429 /);
    const other = await upload(ana, 1_000);
    other.write(start + 'x'.repeat(1_000) + end);
    assert.match((await answerOf(other)) ?? 'none', /^HTTP\/1.1 415 /);
    for (const socket of [...many, refused, other]) socket.destroy();
    await sending;
  });

  // REQUEST-7
  test('every other body has a time limit, on every path', async () => {
    const bodies = [
      ['POST /letter/x/open', 'application/x-www-form-urlencoded'],
      ['POST /api/auth/login', 'application/json'],
      ['POST /api/square/webhook', 'application/json'],
      ['POST /frame/code', 'application/json'],
      ['POST /nowhere', 'text/plain'],
      ['POST /api/delivery/stop/x', 'multipart/form-data; boundary=x'],
      ['GET /api/site', 'application/json'],
      ['POST /%', 'text/plain'],
    ] as const;
    const started = performance.now();
    await Promise.all(
      bodies.map(async ([line, type]) => {
        const socket = await open([`${line} HTTP/1.1`, `content-type: ${type}`, 'content-length: 60000']);
        socket.resume();
        const dripping = setInterval(() => socket.write('x'), 50);
        try {
          await new Promise((resolve) => socket.once('close', resolve));
        } finally {
          clearInterval(dripping);
        }
      }),
    );
    const seconds = (performance.now() - started) / 1_000;
    assert.ok(seconds < 20, `${seconds} s`);
  });
});
