import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, test } from 'node:test';
import { Kysely, sql, SqliteAdapter, SqliteDriver, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { root } from '../../../setup/sources.ts';
import { findMutants } from '../mutants.ts';
import { askedClauses, remove } from './removed.ts';
import { isSwitchable, withoutRemoved, withSwitches } from './switches.ts';

const textOf = (file: string): string => readFileSync(path.join(root, file), 'utf8');

afterEach(() => remove(null));

test('every clause of access/ can be removed while the program runs', () => {
  const others = findMutants().filter((mutant) => !isSwitchable(mutant, textOf(mutant.file)));
  assert.deepEqual(
    others.map(({ file, line }) => `${file}:${line}`),
    [],
  );
});

test('a file with switches has the same lines, and each clause stands inside its switch', () => {
  for (const [file, mutants] of Map.groupBy(findMutants(), (mutant) => mutant.file)) {
    const text = textOf(file);
    const written = withSwitches(text, mutants);
    for (const { kind, id, removed } of mutants) {
      if (kind !== 'sql') continue;
      const inside = written.slice(written.indexOf(`/*<${id}*/`), written.indexOf(`/*${id}>*/`));
      assert.equal(inside.replaceAll(/\/\*<?\w+>?\*\//g, ''), removed);
    }
    assert.equal(written.split('\n').length, text.split('\n').length + 2);
  }
});

const queries = new Kysely<unknown>({
  dialect: {
    createDriver: () => new SqliteDriver({ database: () => Promise.reject(new Error('nothing runs')) }),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (over) => new SqliteIntrospector(over),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

test('a statement without a clause has neither its text nor its parameters', () => {
  const inner = sql`/*<b*/b = ${2}/*b>*/`;
  const statement = sql`select '?' where /*<a*/(a = ${1} and ${inner})/*a>*/ and ${inner} and c = ${3}`;
  const compiled = () => {
    const query = withoutRemoved(statement.compile(queries));
    return [query.sql, query.parameters];
  };
  assert.deepEqual(compiled(), ["select '?' where (a = ? and b = ?) and b = ? and c = ?", [1, 2, 2, 3]]);
  assert.deepEqual(askedClauses().toSorted(), ['a', 'b']);
  remove({ id: 'b', becomes: 'true' });
  assert.deepEqual(compiled(), ["select '?' where (a = ? and true) and true and c = ?", [1, 3]]);
  remove({ id: 'a', becomes: 'false' });
  assert.deepEqual(compiled(), ["select '?' where false and b = ? and c = ?", [2, 3]]);
});
