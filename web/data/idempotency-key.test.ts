import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeIdempotencyKeys } from './idempotency-key.ts';

test('a draft keeps its idempotency key until it has arrived, and changed contents get a new one', () => {
  const keys = makeIdempotencyKeys();
  const first = keys.of('Lovely');
  assert.match(first, /^[\d-]{7,100}$/);
  assert.equal(keys.of('Lovely'), first);
  assert.notEqual(keys.of('Lovely!'), first);
  const second = keys.of('Lovely');
  assert.notEqual(second, first);
  keys.arrived();
  assert.notEqual(keys.of('Lovely'), second);
});
