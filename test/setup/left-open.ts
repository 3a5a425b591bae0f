// Loaded before every test file. The runner waits for ever for a file whose tests are over while a server, a
// timer or a connection is still open; this ends the file instead, as a failure that names what was left.
import { after } from 'node:test';

const patience = 10_000;

// The runner's own process loads this too, and has no tests.
if (process.env.NODE_TEST_CONTEXT !== undefined) {
  after(() => {
    setTimeout(() => {
      const left = [...new Set(process.getActiveResourcesInfo())].join(', ');
      process.stderr.write(
        `All tests of ${process.argv[1] ?? 'this file'} are over, but it still holds: ${left}\n`,
      );
      process.exit(1);
    }, patience).unref();
  });
}
