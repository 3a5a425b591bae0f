import assert from 'node:assert/strict';
import { test } from 'node:test';
import { equivalent } from './equivalent.ts';
import { findMutants } from './mutants.ts';

test('each clause that changes nothing is where the list says', () => {
  const clauses = new Set(findMutants().map(({ name, clause }) => `${name} ${clause}`));
  const gone = equivalent
    .map(({ name, clause }) => `${name} ${clause}`)
    .filter((clause) => !clauses.has(clause));
  assert.deepEqual(gone, []);
});
