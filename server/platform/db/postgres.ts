import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import pg from 'pg';
import type { Logger } from '../log.ts';
import { missing } from '../problem.ts';
import type { Database, HotStatement, Parameters, Tx } from './database.ts';
import { postgresDialect } from './dialect.ts';
import { type CompiledHot, compileHot } from './hot.ts';
import { listenForever } from './postgres-listen.ts';
import type { Schema } from './schema.ts';

const { translate } = postgresDialect;

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

/** PostgreSQL's text holds no NUL. Where one is looked for, nothing is found, as on SQLite. */
const storable = <T>(value: T): T | string =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;

class Connection implements DatabaseConnection {
  readonly client: pg.PoolClient;
  readonly #counter: { count: number };

  constructor(client: pg.PoolClient, counter: { count: number }) {
    this.client = client;
    this.#counter = counter;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    this.#counter.count++;
    const result = await this.client.query({
      text: translate(query.sql),
      values: query.parameters.map(storable),
    });
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the database's border: Kysely gave the type
    return { rows: result.rows as Row[], numAffectedRows: BigInt(result.rowCount ?? 0) };
  }

  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Streaming is not used');
  }
}

class PoolDriver implements Driver {
  readonly #pool: pg.Pool;
  readonly #counter: { count: number };
  constructor(pool: pg.Pool, counter: { count: number }) {
    this.#pool = pool;
    this.#counter = counter;
  }
  async init(): Promise<void> {}
  async acquireConnection(): Promise<Connection> {
    return new Connection(await this.#pool.connect(), this.#counter);
  }
  async beginTransaction(connection: Connection): Promise<void> {
    await connection.client.query('begin');
  }
  async commitTransaction(connection: Connection): Promise<void> {
    await connection.client.query('commit');
  }
  async rollbackTransaction(connection: Connection): Promise<void> {
    await connection.client.query('rollback');
  }
  async releaseConnection(connection: Connection): Promise<void> {
    connection.client.release();
  }
  async destroy(): Promise<void> {
    await this.#pool.end();
  }
}

const channel = 'circle';

/** Opens PostgreSQL at `url`. Broadcasts travel by LISTEN and NOTIFY, so several nodes hear each other. */
export const openPostgres = (url: string, log: Logger): Database => {
  const statements = { count: 0 };
  const pool = new pg.Pool({ connectionString: url, max: 10, types, application_name: 'circle' });
  pool.on('error', (error) => log.warn({ err: error }, 'A database connection was lost'));
  const queries = new Kysely<Schema>({
    dialect: {
      createDriver: () => new PoolDriver(pool, statements),
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  const hotStatements = new WeakMap<object, CompiledHot>();
  const stops: (() => Promise<void>)[] = [];

  const attempt = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    const acts: (() => void)[] = [];
    const result = await queries.transaction().execute((q) =>
      work({
        q,
        afterCommit: (act) => acts.push(act),
        broadcast: async (message) => {
          // Inside the transaction: PostgreSQL delivers it at the commit, or never.
          await q
            .selectNoFrom((e) => e.fn('pg_notify', [e.val(channel), e.val(message)]).as('sent'))
            .execute();
        },
      }),
    );
    for (const act of acts) act();
    return result;
  };

  const write = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    for (let tries = 1; ; tries++) {
      try {
        return await attempt(work);
      } catch (error) {
        if (postgresDialect.isReferenceGone(error)) throw missing();
        if (tries >= 5 || !postgresDialect.isWorthRetrying(error)) throw error;
      }
    }
  };

  return {
    dialect: postgresDialect,
    read: queries,
    statements,
    write,
    run: async <P extends Parameters, Row>(statement: HotStatement<P, Row>, parameters: P) => {
      let compiled = hotStatements.get(statement);
      if (!compiled) {
        compiled = compileHot(statement, queries, postgresDialect);
        hotStatements.set(statement, compiled);
      }
      statements.count++;
      const result = await pool.query({
        name: statement.name,
        text: compiled.text,
        values: compiled.bind(parameters).map(storable),
      });
      // oxlint-disable-next-line typescript/consistent-type-assertions -- the database's border: the statement gives the type
      return result.rows as Row[];
    },
    // Which transactions' work is seen: equal snapshots see the same.
    version: async () => {
      statements.count++;
      const { rows } = await pool.query<{ seen: string }>({
        name: 'version',
        text: 'select pg_current_snapshot()::text as seen',
      });
      return rows[0]?.seen ?? '';
    },
    listen: (listener, onGap) => {
      stops.push(listenForever({ url, channel, listener, onGap, log }));
    },
    close: async () => {
      await Promise.all(stops.map((stop) => stop()));
      await queries.destroy();
    },
  };
};
