import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { readSettings } from '../../settings.ts';
import { wordsIn } from '../../words/words.ts';
import { checkMailIn } from './check.ts';
import { startImap } from './imap.test-peer.ts';
import { listenForMail } from './listener.ts';

const words = wordsIn('en').tries;
const template = 'circle+{key}@example.org';
const resolveMx = () => Promise.resolve([{ exchange: 'mx.example.org', priority: 10 }]);

const wrongIn = async (environment: Record<string, string>, mx = resolveMx): Promise<string[]> => {
  const settings = readSettings({ MAIL_REPLY: template, SMTP_URL: 'smtp://localhost', ...environment });
  const findings = await checkMailIn(settings, words, mx);
  return findings.flatMap(({ kind, text }) => (kind === 'wrong' ? text : []));
};

test('mail-in --check names what is wrong with a mailbox', async () => {
  const server = await startImap();
  assert.deepEqual(await wrongIn({ MAIL_IN: server.url }), []);
  assert.deepEqual(await wrongIn({ MAIL_IN: `${server.url}?taken=Archive` }), []);
  assert.deepEqual([...server.folders.keys()], ['INBOX', 'Archive']);
  assert.match(
    String(await wrongIn({ MAIL_IN: server.url.replace('secret', 'other') })),
    /refused user name or password/,
  );
  assert.match(
    String(await wrongIn({ MAIL_IN: server.url.replace('INBOX', 'Post') })),
    /^The folder Post can’t be used/,
  );
  await server.stop();
  assert.match(
    String(await wrongIn({ MAIL_IN: server.url })),
    /^Nothing answers at port \d+ of 127\.0\.0\.1/,
  );
});

test('mail-in --check names what is wrong with a listener, with DNS and with the settings', async () => {
  assert.deepEqual(await wrongIn({ MAIL_IN: 'smtp://127.0.0.1:0' }), []);
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const listener = await listenForMail(
    { listen: 'lmtp', host: '127.0.0.1', port: 0, tls: null },
    {
      template,
      log,
      isKey: () => true,
      take: async () => undefined,
      limits: { tryConsume: async () => true },
    },
  );
  assert.deepEqual(await wrongIn({ MAIL_IN: `lmtp://127.0.0.1:${listener.port}` }), []);
  await listener.close();
  const other = createServer((socket) => socket.end('220 other ESMTP Postfix\r\n')).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  assert.deepEqual(await wrongIn({ MAIL_IN: `smtp://127.0.0.1:${port}` }), [
    `Another program listens on 127.0.0.1:${port}: 220 other ESMTP Postfix.`,
  ]);
  other.close();
  const fails = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));
  const MAIL_IN = 'smtp://127.0.0.1:0?cert=/none&key=/none';
  assert.match(
    String(await wrongIn({ MAIL_IN }, fails('ENOTFOUND'))),
    /certificate.*ENOENT.*example\.org has no MX record/,
  );
  assert.match(
    String(await wrongIn({ MAIL_IN, SMTP_URL: '' }, fails('ETIMEOUT'))),
    /^Circle sends no e-mail yet.*example\.org could not be looked up/,
  );
  const findings = await checkMailIn(readSettings({}), words);
  assert.deepEqual(
    findings.map(({ kind }) => kind),
    ['wrong'],
  );
});
