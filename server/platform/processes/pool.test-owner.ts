import { createPool } from './pool.ts';

// Plays a server that is killed while its pool works (pool.test.ts).
const pool = createPool({
  module: new URL('./pool.test-peer.ts', import.meta.url),
  env: {},
  execArgv: [],
  size: 1,
  perParty: { running: 1, waiting: 1 },
  timeLimit: 60_000,
  usage: { processorMs: 60_000 },
  idleTime: 60_000,
});
await pool.run({ echo: 1 }, { party: 'a' });
process.send?.(pool.pids[0]);
