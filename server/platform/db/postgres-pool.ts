import pg from 'pg';
import type { Logger } from '../log.ts';

// Counts and sums are numbers here as on SQLite; JSON stays text on both and is parsed where it is presented.
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

/** Milliseconds that a request waits for a connection, new or one's turn at those that there are. */
const patience = 10_000;

export interface ReplaceablePool {
  readonly current: pg.Pool;
  /** Changes whenever a connection was lost: what was seen before may have been seen on another server. */
  readonly epoch: number;
  /** Lets go of all connections, also of those on which somebody waits, who get an error. */
  replace(): void;
  end(): Promise<void>;
}

/** Connections to one address, which can all be let go of at once when the server behind it is no longer there. */
export const createPool = (url: string, log: Logger): ReplaceablePool => {
  let epoch = 0;

  const make = () => {
    const pool = new pg.Pool({
      connectionString: url,
      max: 10,
      types,
      connectionTimeoutMillis: patience,
      keepAlive: true,
      application_name: 'circle',
    });
    const clients = new Set<pg.PoolClient>();
    pool.on('error', (error) => log.warn({ err: error }, 'A database connection was lost'));
    pool.on('connect', (client) => {
      clients.add(client);
      // While it is lent out the pool does not listen, and an error that nobody listens to ends the process.
      client.on('error', () => {
        epoch++;
      });
    });
    pool.on('remove', (client) => clients.delete(client));
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
