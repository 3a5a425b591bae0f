import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { pipeline } from 'node:stream';
import { test } from 'node:test';
import { Mailbox } from '../../../test/harness/mailbox.ts';
import { openMailer } from './open.ts';

const mailTo = (to: string) => ({
  to,
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello',
  messageId: `<${to}>`,
});

/** A port that passes everything on to a mail server, and knows the connections that are open. */
const startDoor = async (mailbox: Mailbox) => {
  const open = new Set<Socket>();
  const door = createServer((socket) => {
    open.add(socket);
    const inner = connect(Number(new URL(mailbox.url).port), '127.0.0.1');
    // A connection that is reset ends both, too.
    pipeline(socket, inner, socket, () => inner.destroy());
    socket.on('close', () => open.delete(socket));
  });
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  const { port } = door.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, open, close: () => door.close() };
};

// OPERATE-22
test('a former mail server takes the mail that it was given, and then has no connection any more', async () => {
  const [former, next] = [new Mailbox(), new Mailbox()];
  await former.open();
  await next.open();
  const door = await startDoor(former);
  let smtpUrl = door.url;
  const mailer = openMailer({
    server: () => ({ smtpUrl, from: 'home@example.org' }),
    outboxDir: tmpdir(),
    log: { info: () => undefined },
  });
  const release = former.delayAnswers(['slow@example.org']);
  const slow = mailer.send(mailTo('slow@example.org'));
  await former.arrival('slow@example.org');

  smtpUrl = next.url;
  await mailer.followServer();
  await mailer.send(mailTo('new@example.org'));
  assert.deepEqual([former.take('new@example.org').length, next.take('new@example.org').length], [0, 1]);
  assert.equal(door.open.size, 1);
  const ended = Promise.all([...door.open].map((socket) => once(socket, 'close')));
  release();
  await slow;
  await ended;
  assert.equal(former.take('slow@example.org').length, 1);

  smtpUrl = door.url;
  await mailer.send(mailTo('back@example.org'));
  assert.equal(door.open.size, 1);
  const idle = Promise.all([...door.open].map((socket) => once(socket, 'close')));
  smtpUrl = next.url;
  await mailer.followServer();
  await idle;
  await mailer.close();
  door.close();
  await former.close();
  await next.close();
});
