import assert from 'node:assert/strict';
import { test } from 'node:test';
import { equivalent } from './equivalent.ts';
import { findMutants } from './mutants.ts';

test('no two files with clauses have one name, by which a clause is known', () => {
  const files = [...new Set(findMutants().map(({ file, name }) => `${name} ${file}`))].map(
    (known) => known.split(' ')[0],
  );
  assert.equal(files.length, new Set(files).size);
});

test('each clause that changes nothing is where the list says', () => {
  const clauses = new Set(findMutants().map(({ name, clause, place }) => `${name} ${clause} ${place}`));
  const gone = equivalent
    .map(({ name, clause, place = 1 }) => `${name} ${clause} ${place}`)
    .filter((clause) => !clauses.has(clause));
  assert.deepEqual(gone, []);
});
