import assert from 'node:assert/strict';
import { test } from 'node:test';
import { killUnderWriters } from './crash.ts';

const rounds = Number(process.env['TRUST_KILLS'] ?? 6);
const seconds = Number(process.env['TRUST_SECONDS'] ?? 0);
const until = seconds > 0 ? Date.now() + seconds * 1_000 : Number.POSITIVE_INFINITY;

// OPERATE-1
test('a server killed under eight writers keeps every acknowledged write and no partial one', async (t) => {
  const { restarts, acknowledged, checked } = await killUnderWriters(rounds, until);
  assert.ok(restarts.length === rounds || Date.now() > until);
  assert.ok(acknowledged > 0);
  const slowest = Math.max(...restarts);
  // While other tests run, a start takes longer than its usual limit of two seconds (docs/trust.md).
  assert.ok(slowest < 20_000, `${Math.round(slowest)} ms until it answered again`);
  const middle = restarts.toSorted((a, b) => a - b)[Math.floor(restarts.length / 2)] ?? 0;
  const times = `${Math.round(middle)} ms in the middle and ${Math.round(slowest)} ms at most until it answered again`;
  t.diagnostic(`${restarts.length} kills, ${acknowledged} acknowledged writes, ${times}; ${checked}`);
});
