import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { readSettings } from '../../settings.ts';
import { createDrain } from './drain.ts';
import { createProxyNotes } from './proxy-notes.ts';
import { createHttpServer } from './server.ts';

test('a proxy that TRUST_PROXY does not name is logged once, and a trusted one never', async (t) => {
  const log = createLog('silent');
  const warned = t.mock.method(log, 'warn', () => undefined);
  for (const [trustProxy, times] of [
    [[], 1],
    [['192.0.2.1'], 1],
    [['127.0.0.1'], 0],
  ] as const) {
    warned.mock.resetCalls();
    const app = await createHttpServer({
      publicUrl: 'http://localhost',
      trustProxy: [...trustProxy],
      drain: createDrain(),
      log,
      metrics: createMetrics('1'),
    });
    app.get('/', async () => 'answer');
    for (let request = 0; request < 3; request++)
      await app.inject({ url: '/', headers: { 'x-forwarded-for': '203.0.113.7' } });
    await app.inject({ url: '/' });
    assert.equal(warned.mock.callCount(), times, trustProxy.join());
    await app.close();
  }
});

test('the value that TRUST_PROXY lacks is that of the proxy, and of no public address', () => {
  const log = createLog('silent');
  for (const [remoteAddress, value] of [
    ['127.0.0.1', '127.0.0.1,::1'],
    ['::1', '127.0.0.1,::1'],
    ['::ffff:127.0.0.1', '127.0.0.1,::1'],
    ['172.17.0.1', '172.16.0.0/12'],
    ['::ffff:172.20.0.1', '172.16.0.0/12'],
    ['192.168.1.9', '192.168.1.9'],
    ['fd00::9', 'fd00:0:0:0::/64'],
    ['203.0.113.9', null],
    ['2001:db8::9', null],
  ] as const) {
    const notes = createProxyNotes(log);
    assert.deepEqual(notes.untrusted(), []);
    notes.note({ headers: { 'x-forwarded-for': '198.51.100.1' }, raw: { socket: { remoteAddress } } });
    assert.deepEqual(notes.untrusted(), [value], remoteAddress);
    if (value !== null) assert.deepEqual(readSettings({ TRUST_PROXY: value }).trustProxy, value.split(','));
  }
});

test('strangers with forged headers do not hide a proxy that is not trusted', () => {
  const notes = createProxyNotes(createLog('silent'));
  const from = (remoteAddress: string) =>
    notes.note({ headers: { 'x-forwarded-for': '198.51.100.1' }, raw: { socket: { remoteAddress } } });
  for (let host = 1; host < 20; host++) from(`203.0.113.${host}`);
  from('127.0.0.1');
  assert.deepEqual(notes.untrusted(), [null, '127.0.0.1,::1']);
});
