// Run once around all test files: server tests run on SQLite and on the PostgreSQL started here, each server in a separate
// database.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';

let cluster: { child: ChildProcess; lines: Interface } | null = null;

/**
 * Starts one PostgreSQL for the run. All test files inherit its address in `TEST_POSTGRES_URL`, and an empty SQLite file
 * with the current schema in `TEST_SQLITE_TEMPLATE`.
 */
export const globalSetup = async (): Promise<void> => {
  if (process.env.TEST_POSTGRES_URL) return;
  const program = fileURLToPath(new URL('./cluster.ts', import.meta.url));
  // Detached, so that Ctrl-C reaches the tests first, and the database ends after them.
  const child = spawn(process.execPath, [program], { detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  cluster = { child, lines };
  const [line] = await Promise.race([once(lines, 'line'), once(child, 'exit').then((): unknown[] => [])]);
  if (typeof line !== 'string')
    throw new Error('The PostgreSQL for the tests did not start; it says why above.');
  Object.assign(process.env, JSON.parse(line));
};

/**
 * Stops it and waits for its end. If this code is not reached, the closed pipe stops it too.
 * @returns the milliseconds of processor time that it took
 */
export const globalTeardown = async (): Promise<number> => {
  if (cluster?.child.exitCode !== null) return 0;
  const { child, lines } = cluster;
  let usedMs = 0;
  lines.on('line', (line) => {
    usedMs = Number(line);
  });
  const gone = once(child, 'close');
  child.stdin?.end();
  await gone;
  return usedMs;
};
