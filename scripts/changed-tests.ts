// The choice of `npm test -- --changed`: the test files that a change touches, by the imports of all files.
import { execFileSync } from 'node:child_process';
import { readSources, root, type Source } from '../test/setup/sources.ts';
import { featuresOf, testsOnScreens } from './changed-contracts.ts';

/** Files that import everything, so that a path through them says nothing about what a test is about. */
const hubs = new Set([
  'contract/endpoints.ts',
  'server/app.ts',
  'server/features.ts',
  'server/open-app-context.ts',
  'test/harness/person.ts',
  'test/harness/test-server.ts',
]);

/** The browser test that goes through the most important screens: it fails if a contract no longer loads. */
const mainWay = 'test/browser/main-job.test.ts';

const isContract = (file: string): boolean => file.startsWith('contract/');

const isTest = (file: string): boolean => file.endsWith('.test.ts') && !file.startsWith('test/trust/long/');

/** Whether the tests can read the file without importing it, or depend on it as a whole. */
const concernsAll = (file: string): boolean =>
  /^(?:package(?:-lock)?\.json|tsconfig\.json|vite\.[a-z.]+|scripts\/(?:bootstrap|test)[./].*|test\/(?:runner|setup)\/.*)$/.test(
    file,
  );

/** The test files that a change of these files touches. */
export const testsTouchedBy = (files: readonly string[], sources: readonly Source[]): string[] => {
  // Both sides load the sentences, as they load those of errors.
  const changed = files.map((file) => (file.startsWith('words/') ? 'contract/errors/errors.ts' : file));
  const tests = sources.map(({ path }) => path).filter(isTest);
  if (changed.some(concernsAll)) return tests;
  const importsOf = new Map(sources.map(({ path, imports }) => [path, imports]));
  const loadsOf = new Map(sources.map(({ path, loads }) => [path, loads]));
  const reached = (from: string, goesOn: (file: string) => boolean, edges = importsOf): Set<string> => {
    const all = new Set([from]);
    for (const file of all) {
      if (goesOn(file)) for (const next of edges.get(file) ?? []) all.add(next);
    }
    return all;
  };
  const isCode = (file: string) => importsOf.has(file) && /\.(?:mjs|tsx?)$/.test(file);
  const find = featuresOf(sources);
  const verbs = changed.filter((file) => file.startsWith('server/features/'));
  const contracts = changed.filter((file) => isContract(file) && find(file).length > 0);
  const wide = changed.filter((file) => isCode(file) && !verbs.includes(file) && !contracts.includes(file));
  const named = changed.filter((file) => !isCode(file)).map((file) => file.split('/').at(-1) ?? file);
  const isServerChanged = changed.some((file) => /^(?:server|contract)\//.test(file));
  const isWebChanged = wide.some(isContract) || changed.some((file) => file.startsWith('web/'));
  /** Whether a file is one of these, or belongs to one of their features alone. */
  const isOf = (owned: readonly string[]) => {
    const features = new Set(owned.flatMap(find));
    return (file: string) => {
      const [feature = '', ...others] = file.startsWith('web/') ? [] : find(file);
      return owned.includes(file) || (others.length === 0 && features.has(feature));
    };
  };
  const [isOfVerbs, isOfContracts] = [isOf(verbs), isOf(contracts)];
  const browserTests = testsOnScreens(sources, contracts, contracts.flatMap(find));

  return tests.filter((test) => {
    if (test === 'test/architecture.test.ts') return true;
    // Every change of the server may break the rule of sight, and every change of the web app a way through it.
    if (isServerChanged && /^test\/(?:access|endpoints)\//.test(test)) return true;
    if (isWebChanged && test.startsWith('test/browser/')) return true;
    const everything = reached(test, () => true);
    if (wide.some((file) => everything.has(file))) return true;
    const own = [...reached(test, (file) => !hubs.has(file))];
    if (own.some(isOfVerbs)) return true;
    if (own.some((file) => changed.includes(file) && !contracts.includes(file))) return true;
    if (contracts.length > 0) {
      // A test over HTTP depends on the contracts that it and its harness load, not on those that the server loads.
      const isPassed = (file: string) =>
        !hubs.has(file) && !(test.startsWith('test/') && /^(?:server|web)\//.test(file));
      if ([...reached(test, isPassed, loadsOf)].some(isOfContracts)) return true;
      if (test === mainWay || browserTests.includes(test)) return true;
    }
    const texts = sources.filter(({ path }) => own.includes(path) && path.startsWith('test/'));
    return named.some((name) => texts.some(({ text }) => text.includes(name)));
  });
};

const git = (...words: string[]): string[] =>
  execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter(Boolean);

/** The branch that the change will go to. */
const target = (): string =>
  ['origin/main', 'main'].find((name) => {
    try {
      return git('rev-parse', '--verify', name).length > 0;
    } catch {
      return false;
    }
  }) ?? 'HEAD';

/** Every file that differs from where this branch left its target, committed or not. */
export const changedFiles = (): string[] => {
  const [base = 'HEAD'] = git('merge-base', 'HEAD', target());
  return [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];
};

/** The test files for the changes of this work tree. */
export const changedTests = (): string[] => testsTouchedBy(changedFiles(), readSources());
