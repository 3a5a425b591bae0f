import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addUp } from './rows.ts';

test('the column of long runs adds up over runs, and says how much is of the current commit', () => {
  const run = (done: number) => ({ done, wanted: 1_000_000, unit: 'actions' });
  const first = addUp('', run(98_000), 'aaa1111');
  assert.equal(first, '98,000 of 1,000,000 actions, 98,000 of them at aaa1111');
  const second = addUp(first, run(2_000), 'aaa1111');
  assert.equal(second, '100,000 of 1,000,000 actions, 100,000 of them at aaa1111');
  assert.equal(addUp(second, run(500), 'bbb2222'), '100,500 of 1,000,000 actions, 500 of them at bbb2222');
});
