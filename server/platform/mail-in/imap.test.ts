import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { type ImapPeer, startImap } from './imap.test-peer.ts';
import { backOff, refusedFolder, watchMailbox } from './imap.ts';

const key = 'abcdefghijklmnopqrstuvwxy2';
const answer = (name: string, to = `circle+${key}@example.org`) =>
  `From: rosa@example.net\r\nTo: <${to}>\r\nMessage-ID: <${name}@x>\r\n\r\n${name}\r\n`;

let server: ImapPeer;
let stops: (() => Promise<void>)[] = [];
backOff.firstMs = 5;

beforeEach(async () => {
  server = await startImap();
});
afterEach(async () => {
  for (const stop of stops) await stop();
  stops = [];
  await server.stop();
});

/** Watches the mailbox; `until` resolves once so many mails were offered. */
const watch = (url = server.url, { fails = () => false }: { fails?: (text: string) => boolean } = {}) => {
  const stop = new AbortController();
  const mails: string[] = [];
  let onMail = () => {};
  const watching = watchMailbox(url, {
    template: 'circle+{key}@example.org',
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    isKey: (text) => text === key,
    signal: stop.signal,
    take: async ({ raw }) => {
      const text = raw.toString().trimEnd().split('\r\n').at(-1) ?? '';
      mails.push(text);
      onMail();
      if (fails(text)) throw new Error('the database is away');
    },
  });
  stops.push(async () => {
    stop.abort();
    await watching;
  });
  return {
    mails,
    until: async (count: number) => {
      while (mails.length < count)
        await new Promise<void>((resolve) => {
          onMail = resolve;
        });
    },
  };
};

const isEmptied = async (folder = 'INBOX'): Promise<void> => {
  for (let tries = 0; server.folders.get(folder)?.length !== 0; tries += 1) {
    assert(tries < 3_000, `${folder} is not empty`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};

// MAILBOX-50
test('a mail with a key is taken, also one that arrives later, and then deleted', async () => {
  server.deliver(answer('first'));
  const { mails, until } = watch();
  await until(1);
  await isEmptied();
  // After half a second the client waits in IDLE.
  while (!server.commands.includes('IDLE')) await new Promise((resolve) => setTimeout(resolve, 20));
  server.deliver(`In-Reply-To: <1.${key}@letters>\r\nTo: Circle\r\n <Circle@example.org>\r\n\r\nsecond`);
  await until(2);
  await isEmptied();
  assert.deepEqual(mails, ['first', 'second']);
});

// MAILBOX-50
test('other mails of the mailbox stay as they are', async () => {
  server.deliver(answer('private', 'rosa@example.net'));
  server.deliver(answer('unknown', `circle+${'z'.repeat(26)}@example.org`));
  server.deliver(answer('ours'));
  const { mails, until } = watch();
  await until(1);
  while (server.folders.get('INBOX')?.length !== 2) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.deepEqual(mails, ['ours']);
  // Nothing was marked, and only one mail was read whole.
  assert.equal(server.commands.filter((name) => name === 'UID STORE').length, 1);
});

// MAILBOX-50
test('private mails of somebody who also gets letters stay, although their thread has a key', async () => {
  const thread = `References: <1.${key}@letters> <2@example.net>\r\nIn-Reply-To: <2@example.net>`;
  const toLetter = `In-Reply-To: <1.${key}@letters>`;
  server.deliver(`${thread}\r\nTo: <circle@example.org>\r\n\r\nprivate, in the thread of a letter`);
  server.deliver(`${toLetter}\r\nTo: <ann@example.org>\r\n\r\nprivate, to another address`);
  server.deliver(`Subject: ${key}\r\nTo: <circle@example.org>\r\n\r\nprivate, no answer`);
  server.deliver(`To: <ann@example.org>\r\nDelivered-To: circle+${key}@example.org\r\n\r\nours`);
  const { mails, until } = watch();
  await until(1);
  while (server.folders.get('INBOX')?.length !== 3) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.deepEqual(mails, ['ours']);
});

// MAILBOX-40
test('a mail that was not taken stays, and does not keep others waiting', async () => {
  let failures = 0;
  const { until } = watch(server.url, {
    fails: (text) => {
      if (text !== 'bad' || failures > 0) return false;
      failures += 1;
      return true;
    },
  });
  server.deliver(answer('bad'));
  await until(1);
  assert.equal(server.folders.get('INBOX')?.length, 1);
  server.deliver(answer('good'));
  await until(2);
  // Its next try comes with the next sweep.
  await new Promise((resolve) => setTimeout(resolve, 20));
  server.deliver(answer('another'));
  await until(4);
  await isEmptied();
});

// MAILBOX-50
test('a mail is taken once where the connection breaks before it is deleted', async () => {
  server.disconnect('UID STORE');
  server.deliver(answer('once'));
  const { mails, until } = watch();
  await until(1);
  await isEmptied();
  server.disconnect();
  server.deliver(answer('later'));
  await until(2);
  await isEmptied();
  assert.deepEqual(mails, ['once', 'later']);
});

// MAILBOX-50
test('taken mails can be moved, and too large ones are moved away unread', async () => {
  server.deliver(answer('huge'), 30 * 1024 * 1024);
  server.deliver(answer('moved'));
  const { mails, until } = watch(`${server.url}?taken=Archive`);
  await until(1);
  await isEmptied();
  assert.deepEqual(mails, ['moved']);
  assert.equal(server.folders.get('Archive')?.length, 1);
  assert.equal(server.folders.get(refusedFolder)?.length, 1);
});
