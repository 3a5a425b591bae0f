import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testsTouchedBy } from '../../scripts/changed-tests.ts';
import { readSources } from './sources.ts';

const sources = readSources();

/** Whether the tests that a change touches include some of these, none of those, and no more files than a limit. */
const assertTouched = (
  file: string,
  { some = [], none = [], maxFiles }: { some?: string[]; none?: string[]; maxFiles?: number },
): void => {
  const touched = testsTouchedBy([file], sources);
  const starts = (name: string) => touched.some((path) => path.startsWith(name));
  assert.deepEqual(
    some.filter((name) => !starts(name)),
    [],
    `missing for ${file}`,
  );
  assert.deepEqual(none.filter(starts), [], `superfluous for ${file}`);
  assert.ok(touched.length <= (maxFiles ?? Infinity), `${file} touches ${touched.length} files`);
};

test('`npm test -- --changed` chooses the tests of the changed files by their imports', () => {
  assertTouched('server/features/payments/square.ts', {
    some: ['test/payments/payments', 'test/access/', 'test/endpoints/', 'test/architecture'],
    none: ['test/browser/people', 'test/moments/', 'web/'],
  });
  assertTouched('server/platform/text/cursor.ts', {
    some: ['test/payments/', 'test/operations/', 'test/moments/', 'test/trust/'],
    none: ['web/'],
  });
  assertTouched('server/features/audit/record.ts', { some: ['test/moderation/'], maxFiles: 96 });
  assertTouched('web/ui/text/time-ago.tsx', { some: ['test/browser/people'], none: ['test/access/'] });
  assertTouched('test/harness/unzip.ts', { some: ['test/accounts/export'], none: ['test/access/'] });
  assertTouched('deploy/circle.service', { some: ['test/operations/packaging'], none: ['test/access/'] });
  assertTouched('package-lock.json', { some: ['test/access/', 'test/browser/', 'web/'] });
});

test('a change of a contract chooses the tests of its feature, and the browser tests that reach its screens', () => {
  const always = ['test/access/', 'test/endpoints/', 'test/architecture', 'test/browser/main-job'];
  assertTouched('contract/search.ts', {
    some: [...always, 'test/timeline/search', 'test/browser/search'],
    none: ['test/browser/payments', 'test/accounts/', 'test/nodes/', 'test/moments/'],
    maxFiles: 53,
  });
  assertTouched('contract/likes.ts', {
    some: [...always, 'test/browser/conversation', 'test/browser/push', 'test/notifications/notifications'],
    none: ['test/browser/payments', 'test/nodes/', 'test/payments/'],
    maxFiles: 77,
  });
  assertTouched('contract/payments.ts', {
    some: [...always, 'test/browser/payments', 'test/payments/'],
    none: ['test/browser/search', 'test/operations/', 'test/moments/'],
    maxFiles: 62,
  });
  assertTouched('contract/timeline.ts', {
    some: [...always, 'test/timeline/timeline', 'test/browser/photos/photos', 'test/browser/photos/this-day'],
    none: ['test/browser/payments', 'test/accounts/'],
    maxFiles: 63,
  });
});

test('a contract with another name than a feature belongs to the features whose routes load it', () => {
  assertTouched('contract/audience/take-back.ts', {
    some: ['test/moments/taking-back', 'test/browser/audience', 'test/browser/kept'],
    // Taking back is one press from Home, and all who sign in come there.
    none: ['test/payments/', 'test/nodes/'],
    maxFiles: 90,
  });
  assertTouched('contract/text/webauthn.ts', {
    some: ['test/accounts/passkeys', 'test/browser/protection'],
    none: ['test/browser/search'],
    maxFiles: 142,
  });
});

test('a contract that all features load chooses all browser tests and all tests over HTTP', () => {
  const browserTests = sources
    .map(({ path }) => path)
    .filter((path) => /^test\/browser\/.*\.test\.ts$/.test(path));
  const some = [
    ...browserTests,
    'test/access/',
    'test/notifications/delivery',
    'test/trust/',
    'test/albums/albums',
  ];
  for (const file of ['contract/fields.ts', 'contract/errors/errors.ts', 'contract/text/composed.ts']) {
    assertTouched(file, { some });
  }
});
