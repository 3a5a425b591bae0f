// Test files get this module as `node:test` (preload.mjs). While a file is loaded, its tests and hooks are collected;
// afterwards they are defined in one go, inside the suite of their file.
import * as runner from 'node:test';

type Names = 'after' | 'afterEach' | 'before' | 'beforeEach' | 'describe' | 'test';

let collected: (() => void)[] = [];
const collecting = <Name extends Names>(name: Name): (typeof runner)[Name] =>
  ((...given: never[]) => {
    collected.push(() => void Reflect.apply(runner[name], undefined, given));
  }) as unknown as (typeof runner)[Name];

// Importers see the current value of each: the runner's own function tells where a test stands.
export let after = collecting('after');
export let afterEach = collecting('afterEach');
export let before = collecting('before');
export let beforeEach = collecting('beforeEach');
export let describe = collecting('describe');
export let test = collecting('test');
export const { mock, suite } = runner;

/** Loads a test file. @returns defines its tests and hooks, within the running suite */
export const collectTests = async (load: () => Promise<unknown>): Promise<() => void> => {
  collected = [];
  after = collecting('after');
  afterEach = collecting('afterEach');
  before = collecting('before');
  beforeEach = collecting('beforeEach');
  describe = collecting('describe');
  test = collecting('test');
  await load();
  const define = collected;
  return () => {
    ({ after, afterEach, before, beforeEach, describe, test } = runner);
    for (const one of define) one();
  };
};

/** Calls `define` with the runner's `test`, while calls of the imported `test` define nothing. */
export const withoutTests = (define: (defineTest: typeof runner.test) => void): void => {
  test = Object.assign(() => Promise.resolve(), runner.test);
  try {
    define(runner.test);
  } finally {
    ({ test } = runner);
  }
};
