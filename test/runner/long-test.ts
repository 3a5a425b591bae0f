import { test, type TestContext } from 'node:test';

/**
 * Defines a test for `npm run test:long -- rest` alone: `npm test` ends within ten minutes, and a shorter test of the same
 * page or command is part of it.
 */
export const longTest = (name: string, run: (t: TestContext) => Promise<void>): void => {
  if (process.env['TEST_REST']) test(name, run);
};
