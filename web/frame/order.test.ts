import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOrder } from './order.ts';

const named = (...names: string[]) => names.map((name) => ({ name, alt: '' }));

test('photos come one after the other, and a new one comes next', () => {
  const order = createOrder();
  const walk = (steps: number, from: string | null): string[] => {
    const seen: string[] = [];
    let current = from;
    for (let step = 0; step < steps; step += 1) {
      const next = order.next(current);
      if (!next) break;
      order.pass(next.name);
      seen.push(next.name);
      current = next.name;
    }
    return seen;
  };
  assert.deepEqual(walk(1, null), []);
  order.list(named('a', 'b', 'c'));
  assert.deepEqual(walk(4, null), ['a', 'b', 'c', 'a']);
  order.list(named('new', 'a', 'b', 'c'));
  assert.deepEqual(walk(4, 'a'), ['new', 'b', 'c', 'new']);
  order.list(named('only'));
  assert.deepEqual([order.next(null)?.name, order.next('only'), order.isListed('a')], ['only', null, false]);
});
