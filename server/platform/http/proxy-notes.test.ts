import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { createDrain } from './drain.ts';
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
