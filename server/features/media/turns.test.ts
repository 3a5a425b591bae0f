import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../../platform/problem.ts';
import { createTurns } from './turns.ts';

// VIDEO-6
test('members take turns, and each has only so much running and waiting', async () => {
  const turn = createTurns({ running: 2, perMember: { running: 1, waiting: 2 } });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const work = (member: number, name: string) =>
    turn(member, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const all = [work(1, 'a1'), work(1, 'a2'), work(1, 'a3'), work(2, 'b1'), work(3, 'c1')];
  await assert.rejects(work(1, 'a4'), (error) => error instanceof Problem && error.code === 'unavailable');
  await new Promise(setImmediate);
  assert.deepEqual(begun, ['a1', 'b1'], 'two at a time, one for each member');
  while (ends.length > 0) {
    ends.shift()?.();
    await new Promise(setImmediate);
  }
  await Promise.all(all);
  assert.deepEqual(begun, ['a1', 'b1', 'a2', 'c1', 'a3'], 'nobody waits for all of another’s');
  const failed = turn(1, () => Promise.reject(new Error('It failed.')));
  await assert.rejects(failed, /It failed/);
  assert.equal(await turn(1, () => Promise.resolve('next')), 'next', 'a failure gives its place back');
});
