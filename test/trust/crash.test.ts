import assert from 'node:assert/strict';
import { test } from 'node:test';
import { killUnderWriters } from './crash.ts';

const rounds = Number(process.env['TRUST_KILLS'] ?? 10);

test('killed under eight writers, it has everything that it acknowledged, and nothing half', async (t) => {
  const { restarts, acknowledged, checked } = await killUnderWriters(rounds);
  assert.equal(restarts.length, rounds);
  assert.ok(acknowledged > 0);
  const slowest = Math.max(...restarts);
  // Beside other tests a start takes longer than the two seconds that it may take alone (docs/trust.md).
  assert.ok(slowest < 20_000, `${Math.round(slowest)} ms until it answered again`);
  t.diagnostic(`${acknowledged} acknowledged writes, ${Math.round(slowest)} ms at most; ${checked}`);
});
