import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { createTransport } from 'nodemailer';
import { type Listener, listenForMail, type RawMail } from './listener.ts';

const key = 'abcdefghijklmnopqrstuvwxy2';
const other = 'abcdefghijklmnopqrstuvwxy3';
const rosa = { from: 'rosa@example.net', to: `Circle+${key.toUpperCase()}@example.org`, text: 'Hello' };

let taken: RawMail[] = [];
let failure: Error | null = null;
let isAllowed = true;
let onTake: () => Promise<void> = async () => undefined;
let smtp: Listener;
let lmtp: Listener;
let brief: Listener;

before(async () => {
  const parts = {
    template: 'circle+{key}@example.org',
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    isKey: (text: string) => text.startsWith(key.slice(0, 25)),
    take: async (mail: RawMail) => {
      await onTake();
      if (failure) throw failure;
      taken.push(mail);
    },
    limits: { tryConsume: async () => isAllowed },
  };
  const place = { host: '127.0.0.1', port: 0, tls: null };
  smtp = await listenForMail({ listen: 'smtp', ...place }, parts);
  lmtp = await listenForMail({ listen: 'lmtp', ...place }, parts);
  brief = await listenForMail({ listen: 'smtp', ...place }, { ...parts, sessionMs: 5_000, stretchMs: 200 });
});
after(() => Promise.all([smtp.close(), lmtp.close(), brief.close()]));
/** Resolves when a connection has ended; the server may end it while the client still writes. */
const closed = (socket: Socket) =>
  new Promise((resolve) => socket.on('error', () => undefined).once('close', resolve));

beforeEach(() => {
  [taken, failure, isAllowed] = [[], null, true];
  onTake = async () => undefined;
});

const transport = (options: { lmtp?: boolean; ignoreTLS?: boolean; localAddress?: string } = {}) =>
  createTransport({
    host: '127.0.0.1',
    port: options.lmtp ? lmtp.port : smtp.port,
    tls: { rejectUnauthorized: false },
    ...options,
  });
const answerTo = (mail: object, localAddress = '127.0.0.1'): Promise<number> =>
  transport({ ignoreTLS: true, localAddress })
    .sendMail({ ...rosa, ...mail })
    .then(
      () => 250,
      (error: unknown) => Number(Reflect.get(Object(error), 'responseCode')),
    );

// MAILBOX-40
test('a mail to a reply address is accepted once it has been taken, with its sender and recipient on top', async () => {
  let isTaken = false;
  onTake = async () => {
    isTaken = true;
  };
  const { response } = await transport().sendMail(rosa);
  assert.match(response, /^250 /);
  assert(isTaken);
  const [{ raw } = { raw: Buffer.alloc(0) }] = taken;
  assert.match(
    raw.toString(),
    /^Return-Path: <rosa@example\.net>\r\nDelivered-To: Circle\+\w{26}@example\.org\r\n[\s\S]*Hello/,
  );
  // Bounces have no sender.
  assert.equal(
    await answerTo({
      to: `circle+b${key}@example.org`,
      envelope: { from: '', to: `circle+b${key}@example.org` },
    }),
    250,
  );
  assert.match(taken[1]?.raw.toString() ?? '', /^Return-Path: <>\r\n/);
});

// MAILBOX-41
test('a mail to another address, or with a key that was never given out, is refused', async () => {
  const addresses = [
    'circle@example.org',
    'ann@example.org',
    `circle+${key}@other.example`,
    `circle+${key}x@example.org`,
    `circle+${'z'.repeat(26)}@example.org`,
  ];
  const answers = await Promise.all(addresses.map((to) => answerTo({ to })));
  assert.deepEqual(new Set(answers), new Set([550]));
  assert.deepEqual(taken, []);
});

// MAILBOX-40
test('a mail that was not taken stays with its sender', async () => {
  failure = new Error('the database is away');
  assert.equal(await answerTo({}), 451);
  failure = null;
  assert.equal(await answerTo({}), 250);
});

// MAILBOX-41
test('a sixth mail at the same time, the third of a network, and a client above its rate have to try again', async () => {
  const taking = Promise.withResolvers<void>();
  const counts = [2, 5].map((count) => ({ count, ...Promise.withResolvers<void>() }));
  let count = 0;
  onTake = () => {
    count += 1;
    counts.find((one) => one.count === count)?.resolve();
    return taking.promise;
  };
  const first = [answerTo({}), answerTo({})];
  await counts[0]?.promise;
  assert.equal(await answerTo({}), 450);
  first.push(answerTo({}, '127.0.0.2'), answerTo({}, '127.0.0.2'), answerTo({}, '127.0.0.3'));
  await counts[1]?.promise;
  assert.equal(await answerTo({}, '127.0.0.3'), 450);
  taking.resolve();
  assert.deepEqual(await Promise.all(first), [250, 250, 250, 250, 250]);
  isAllowed = false;
  assert.equal(await answerTo({}), 450);
  assert.equal(taken.length, 5);
});

// MAILBOX-41
test('a mail that hardly arrives ends, and its client may try again', async () => {
  const socket = connect(brief.port, '127.0.0.1').setEncoding('utf8');
  let said = '';
  socket.on('data', (text: string) => (said += text));
  await once(socket, 'data');
  socket.write(`EHLO slow\r\nMAIL FROM:<a@example.net>\r\nRCPT TO:<circle+${key}@example.org>\r\nDATA\r\n`);
  const dripping = setInterval(() => socket.write('x\r\n'), 20);
  await closed(socket);
  clearInterval(dripping);
  assert.match(said, /\r\n354 .*\r\n421 Too slow/);
  assert.deepEqual(taken, []);
});

// MAILBOX-41
test('a mail above 25 MB is refused before and while it is received', async () => {
  const large = Buffer.alloc(19 * 1024 * 1024);
  assert.equal(await answerTo({ attachments: [{ content: large, filename: 'large.bin' }] }), 552);
  const raw = `Subject: large\r\n\r\n${'x'.repeat(26 * 1024 * 1024)}`;
  // Without its size in advance.
  assert.equal(await answerTo({ raw, envelope: { from: rosa.from, to: rosa.to, size: 0 } }), 552);
  assert.deepEqual(taken, []);
});

// MAILBOX-41
test('a mail has at most five recipients, and nobody can sign in', async () => {
  const to = ['a', 'b', 'c', 'd', 'e', 'f'].map(
    (letter) => `circle+${key.slice(0, 25)}${letter}@example.org`,
  );
  const { accepted, rejected } = await transport().sendMail({ ...rosa, envelope: { from: rosa.from, to } });
  assert.deepEqual([accepted.length, rejected.length], [5, 1]);
  const socket = connect(smtp.port, '127.0.0.1').setEncoding('utf8');
  const said: string[] = [];
  socket.on('data', (text: string) => said.push(text));
  await once(socket, 'data');
  socket.write('EHLO client\r\nAUTH PLAIN AGEAYg==\r\nQUIT\r\n');
  await closed(socket);
  assert.match(said.join(''), /250-STARTTLS\r\n[\s\S]*SIZE 26214400\r\n[\s\S]*50\d /);
  assert(!said.join('').includes('250-AUTH'));
});

// MAILBOX-40
test('by LMTP every recipient gets an answer', async () => {
  const to = [key, other].map((one) => `circle+${one}@example.org`);
  const { accepted } = await transport({ lmtp: true }).sendMail({ ...rosa, to });
  assert.deepEqual(accepted, to);
  assert.match(
    taken[0]?.raw.toString() ?? '',
    new RegExp(`Delivered-To: ${to[0]?.replace('+', '\\+')}\r\nDelivered-To: `),
  );
});

// MAILBOX-41
test('a network has at most five connections', async () => {
  const open = async () => {
    const socket = connect(smtp.port, '127.0.0.1').setEncoding('utf8');
    const said: unknown[] = await once(socket, 'data');
    return { socket, said: String(said[0]) };
  };
  const clients = await Promise.all(Array.from({ length: 6 }, open));
  assert.deepEqual(clients.map(({ said }) => said.slice(0, 3)).toSorted(), [
    '220',
    '220',
    '220',
    '220',
    '220',
    '421',
  ]);
  for (const { socket } of clients) socket.destroy();
  let answer = 0;
  for (let tries = 0; answer !== 250 && tries < 20; tries += 1) answer = await answerTo({});
  assert.equal(answer, 250);
});

// MAILBOX-41
test('a client cannot stay for longer than a session by sending commands', async () => {
  const socket = connect(brief.port, '127.0.0.1').setEncoding('utf8');
  let said = '';
  let noops = 0;
  socket.on('data', (text: string) => {
    said += text;
    if (text.startsWith('2')) setTimeout(() => socket.writable && socket.write('NOOP\r\n'), 200);
    if (text.startsWith('250')) noops += 1;
  });
  await closed(socket);
  assert.match(said, /^421 Timeout/m);
  assert(noops > 2);
});
