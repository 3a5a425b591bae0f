// `test/trust/acts.test.ts` plays its histories in another process, where no clause can be removed; this plays them here.
import { describe, test } from 'node:test';

describe('random actions checked against a model', () => {
  test('after any grants and revocations, everybody sees exactly what they may see (sqlite)', async () => {
    const given = process.argv;
    process.argv = [...given.slice(0, 2), 'sqlite', process.env['TRUST_ACTS'] ?? '250', '7', '60'];
    try {
      await import(`../../histories.ts?run=${performance.now()}`);
    } finally {
      process.argv = given;
    }
  });
});
