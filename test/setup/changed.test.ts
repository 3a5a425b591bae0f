import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testsTouchedBy } from '../../scripts/changed-tests.ts';
import { readSources } from './sources.ts';

const sources = readSources();

/** Whether the tests that a change touches include some of these, and none of those. */
const assertTouched = (
  file: string,
  { some = [], none = [] }: { some?: string[]; none?: string[] },
): void => {
  const touched = testsTouchedBy([file], sources);
  const starts = (name: string) => touched.some((path) => path.startsWith(name));
  assert.deepEqual(
    some.filter((name) => !starts(name)),
    [],
    `missing for ${file}`,
  );
  assert.deepEqual(none.filter(starts), [], `superfluous for ${file}`);
};

test('`npm test -- --changed` chooses the tests of the changed files by their imports', () => {
  assertTouched('server/features/payments/square.ts', {
    some: ['test/payments/payments', 'test/access/', 'test/endpoints/', 'test/architecture'],
    none: ['test/browser/people', 'test/sharing/', 'web/'],
  });
  assertTouched('server/platform/text/cursor.ts', {
    some: ['test/payments/', 'test/operations/', 'test/sharing/', 'test/trust/'],
    none: ['web/'],
  });
  assertTouched('web/ui/text/time-ago.tsx', { some: ['test/browser/people'], none: ['test/access/'] });
  assertTouched('contract/payments.ts', { some: ['test/browser/payments', 'test/payments/'] });
  assertTouched('test/harness/unzip.ts', { some: ['test/accounts/export'], none: ['test/access/'] });
  assertTouched('deploy/circle.service', { some: ['test/operations/packaging'], none: ['test/access/'] });
  assertTouched('package-lock.json', { some: ['test/access/', 'test/browser/', 'web/'] });
});
