// The choice of `npm test -- --changed`: the test files that a change touches, by the imports of all files.
import { execFileSync } from 'node:child_process';
import { readSources, root, type Source } from '../test/setup/sources.ts';

/** Files that import everything, so that a path through them says nothing about what a test is about. */
const hubs = new Set([
  'contract/endpoints.ts',
  'server/app.ts',
  'server/features.ts',
  'test/harness/person.ts',
]);

const isTest = (file: string): boolean => file.endsWith('.test.ts') && !file.startsWith('test/trust/long/');

/** Whether the tests can read the file without importing it, or depend on it as a whole. */
const concernsAll = (file: string): boolean =>
  /^(?:package(?:-lock)?\.json|tsconfig\.json|vite\.[a-z.]+|scripts\/(?:bootstrap|test)[./].*|test\/setup\/.*)$/.test(
    file,
  );

/** The feature that a file belongs to, in the server or in the contract. */
const featureOf = (file: string): string | null =>
  /^(?:server\/features\/([a-z-]+)\/|contract\/([a-z-]+)\.ts$)/.exec(file)?.slice(1).find(Boolean) ?? null;

/** The test files that a change of these files touches. */
export const testsTouchedBy = (changed: readonly string[], sources: readonly Source[]): string[] => {
  const tests = sources.map(({ path }) => path).filter(isTest);
  if (changed.some(concernsAll)) return tests;
  const importsOf = new Map(sources.map(({ path, imports }) => [path, imports]));
  const reached = (from: string, goesOn: (file: string) => boolean): Set<string> => {
    const all = new Set([from]);
    for (const file of all) {
      if (goesOn(file)) for (const next of importsOf.get(file) ?? []) all.add(next);
    }
    return all;
  };
  const isCode = (file: string) => importsOf.has(file) && /\.(?:mjs|tsx?)$/.test(file);
  const features = new Set(changed.map(featureOf).filter((name) => name !== null));
  const wide = changed.filter((file) => isCode(file) && featureOf(file) === null);
  const named = changed.filter((file) => !isCode(file)).map((file) => file.split('/').at(-1) ?? file);
  const isServerChanged = changed.some((file) => /^(?:server|contract)\//.test(file));
  const isWebChanged = changed.some((file) => /^(?:web|contract)\//.test(file));

  return tests.filter((test) => {
    if (test === 'test/architecture.test.ts') return true;
    // Every change of the server may break the rule of sight, and every change of the web app a way through it.
    if (isServerChanged && /^test\/(?:access|endpoints)\//.test(test)) return true;
    if (isWebChanged && test.startsWith('test/browser/')) return true;
    const everything = reached(test, () => true);
    if (wide.some((file) => everything.has(file))) return true;
    const own = [...reached(test, (file) => !hubs.has(file))];
    if (own.some((file) => changed.includes(file) || features.has(featureOf(file) ?? ''))) return true;
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
