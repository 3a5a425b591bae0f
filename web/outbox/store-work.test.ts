import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBehind, whenStored, withStore } from './store-work.ts';

test('a change of the store that fails at any point is over, and holds up nothing that waits for it', async () => {
  let ended = 0;
  const end = () => {
    ended += 1;
  };
  const fail = (): never => {
    throw new Error('no');
  };
  await assert.rejects(withStore(fail, end));
  await assert.rejects(withStore(async () => fail(), end));
  const { promise, resolve } = Promise.withResolvers<void>();
  const change = withStore(() => promise, end);
  assert.deepEqual([isBehind(), ended], [true, 2]);
  const isStored = whenStored();
  resolve();
  await isStored;
  await change;
  assert.deepEqual([isBehind(), ended], [false, 3]);
});
