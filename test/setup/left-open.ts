// Loaded before every test file. If a server, timer or connection is still open after a file's last test, the runner
// would wait for ever. This ends the file as a failure that names the open handles.
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
