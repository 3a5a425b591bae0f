import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indexBelow } from './place-below-unseen.ts';

const cards = ['a', 'b', 'c', 'd'].map((id, index) => ({ id, bottom: 500 * (index + 1) }));

// DAY-10
test('This day stands below every moment that is not seen yet, and below the screen', () => {
  const at = (...seen: string[]) => indexBelow(cards, new Set(seen), 800);
  assert.equal(at('a', 'b', 'c', 'd'), 1);
  assert.equal(at('a', 'c', 'd'), 1);
  assert.equal(at('a', 'b', 'd'), 2);
  assert.equal(at(), 3);
  assert.equal(indexBelow(cards, new Set(['a', 'b', 'c', 'd']), 9_000), 3);
  assert.equal(indexBelow([], new Set(), 800), -1);
});
