import { isMainThread } from 'node:worker_threads';
import pg from 'pg';
import { workerConcurrency } from '../jobs/lanes.ts';
import type { Logger } from '../log.ts';

// Parse counts and sums as numbers, as SQLite does. JSON stays text on both; `access/show/present.ts` parses it.
const numeric = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);
const json: number = pg.types.builtins.JSON;
const asText = (value: string) => value;
const parserOf: (oid: number, format?: 'text' | 'binary') => (value: string) => unknown =
  pg.types.getTypeParser;
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (numeric.has(oid)) return Number;
    if (oid === json) return asText;
    return parserOf(oid, format);
  },
};

/** Milliseconds that a request waits for a connection, new or returned to the pool. */
const connectTimeoutMs = 10_000;
/** The worker thread has one for each job that it does at the same time. */
const maxConnections = isMainThread ? 10 : workerConcurrency;

export interface ReplaceablePool {
  readonly current: pg.Pool;
  /** Changes whenever a connection is lost: earlier reads may have come from another server. */
  readonly epoch: number;
  /** Closes all connections. Statements that still run on them fail. */
  replace(): void;
  end(): Promise<void>;
}

// Statements find their rows through indexes, so one plan serves all values. Planning the feed for each call took 3 ms,
// longer than running it.
const settings = 'set jit = off; set plan_cache_mode = force_generic_plan';

/** A pool of connections to one address, all of which can be dropped together when the server behind it is lost. */
export const createPool = (url: string, log: Logger): ReplaceablePool => {
  let epoch = 0;

  const make = () => {
    const clients = new Set<pg.Client>();
    const pool = new pg.Pool({
      connectionString: url,
      max: maxConnections,
      types,
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
      application_name: 'circle',
      // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, its types do not say so
      onConnect: (client) => {
        if (!(client instanceof pg.Client)) throw new TypeError('The pool makes no other clients');
        clients.add(client);
        client.on('end', () => clients.delete(client));
        // The pool does not listen for errors of a connection in use, and an unhandled error event ends the process.
        client.on('error', () => {
          epoch++;
        });
        return client.query(settings);
      },
    });
    pool.on('error', (error) => log.warn({ err: error }, 'A database connection was lost'));
    return { pool, clients };
  };

  let made = make();
  return {
    get current() {
      return made.pool;
    },
    get epoch() {
      return epoch;
    },
    replace: () => {
      const { pool, clients } = made;
      epoch++;
      made = make();
      const complain = (error: unknown) => log.debug({ err: error }, 'A lost connection did not end cleanly');
      for (const client of clients) client.end().catch(complain);
      pool.end().catch(complain);
    },
    end: () => made.pool.end(),
  };
};
