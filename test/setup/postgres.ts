// Run once by node's test runner around all test files: server tests run on SQLite and on the PostgreSQL started
// here, each file in a separate database.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

let cluster: ChildProcess | null = null;

/** Starts one PostgreSQL for the run and names it in `TEST_POSTGRES_URL`, which all test files inherit. */
export const globalSetup = async (): Promise<void> => {
  if (process.env.TEST_POSTGRES_URL) return;
  const program = fileURLToPath(new URL('./cluster.ts', import.meta.url));
  // Detached, so that Ctrl-C reaches the tests first, and the database ends after them.
  const child = spawn(process.execPath, [program], { detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
  cluster = child;
  const lines = createInterface({ input: child.stdout });
  const [line] = await Promise.race([once(lines, 'line'), once(child, 'exit').then((): unknown[] => [])]);
  if (typeof line !== 'string')
    throw new Error('The PostgreSQL for the tests did not start; it says why above.');
  process.env.TEST_POSTGRES_URL = line;
};

/** Stops it and waits for its end. If this code is not reached, the closed pipe stops it too. */
export const globalTeardown = async (): Promise<void> => {
  if (cluster?.exitCode !== null) return;
  const gone = once(cluster, 'exit');
  cluster.stdin?.end();
  await gone;
};
