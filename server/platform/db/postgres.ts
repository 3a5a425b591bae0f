import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
} from 'kysely';
import type pg from 'pg';
import type { Logger } from '../log.ts';
import { missing } from '../problem.ts';
import {
  type Database,
  type Parameters,
  prepared,
  type PreparedStatement,
  type Queries,
  type Tx,
} from './database.ts';
import { postgresDialect } from './dialect.ts';
import { type CompiledStatement, compileStatement } from './prepared.ts';
import { listenForever } from './postgres-listen.ts';
import { nameRepeated, type StatementNames } from './postgres-names.ts';
import { createPool, type ReplaceablePool } from './postgres-pool.ts';
import { asProblem, spoilsConnection } from './postgres-errors.ts';
import type { Schema } from './schema/schema.ts';

const { translate } = postgresDialect;

/** PostgreSQL's text cannot hold NUL. A search for one finds nothing, as on SQLite. */
const storable = <T>(value: T): T | string =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;

const maxTries = 5;

/** Retries a statement that lost a race without side effects, such as a read during a migration. */
const repeated = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries >= maxTries || !postgresDialect.isWorthRetrying(error)) throw error;
    }
  }
};

class Connection implements DatabaseConnection {
  readonly client: pg.PoolClient;
  /** The pool must not reuse this connection. */
  isSpoilt = false;
  isInTransaction = false;
  readonly #counter: { count: number };
  readonly #names: StatementNames;

  constructor(client: pg.PoolClient, counter: { count: number }, names: StatementNames) {
    this.client = client;
    this.#counter = counter;
    this.#names = names;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    this.#counter.count++;
    const values = query.parameters.map(storable);
    const text = translate(query.sql);
    const name = this.#names.find(text);
    const whole = name === null ? { text, values } : { name, text, values };
    const result = await (this.isInTransaction ? this.query(whole) : repeated(() => this.query(whole)));
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the database's border: Kysely gave the type
    return { rows: result.rows as Row[], numAffectedRows: BigInt(result.rowCount ?? 0) };
  }

  async query(query: string | pg.QueryConfig): Promise<pg.QueryResult> {
    try {
      return await this.client.query(query);
    } catch (error) {
      this.isSpoilt ||= spoilsConnection(error);
      throw asProblem(error);
    }
  }

  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Streaming is not used');
  }
}

class PoolDriver implements Driver {
  readonly #pool: ReplaceablePool;
  readonly #counter: { count: number };
  readonly #names: StatementNames;
  constructor(pool: ReplaceablePool, counter: { count: number }, names: StatementNames) {
    this.#pool = pool;
    this.#counter = counter;
    this.#names = names;
  }
  async init(): Promise<void> {}
  async acquireConnection(): Promise<Connection> {
    try {
      return new Connection(await this.#pool.current.connect(), this.#counter, this.#names);
    } catch (error) {
      throw asProblem(error);
    }
  }
  async beginTransaction(connection: Connection): Promise<void> {
    await connection.query('begin');
    connection.isInTransaction = true;
  }
  async commitTransaction(connection: Connection): Promise<void> {
    await connection.query('commit');
  }
  async rollbackTransaction(connection: Connection): Promise<void> {
    try {
      await connection.query('rollback');
    } catch {
      // Losing the connection also rolled the transaction back; the cause is already being thrown.
      connection.isSpoilt = true;
    }
  }
  async releaseConnection(connection: Connection): Promise<void> {
    connection.client.release(connection.isSpoilt);
  }
  async destroy(): Promise<void> {
    await this.#pool.end();
  }
}

const channel = 'circle';

const sendMessage = prepared<{ message: string }, never>({
  name: 'send_message',
  parameters: ['message'],
  text: ({ message }) => sql`select pg_notify(${sql.lit(channel)}, ${message})`,
});

/** Opens PostgreSQL at `url`. Broadcasts use LISTEN and NOTIFY and reach every node. */
export const openPostgres = (url: string, log: Logger): Database => {
  const statements = { count: 0 };
  const pool = createPool(url, log);
  const names = nameRepeated();
  const queries = new Kysely<Schema>({
    dialect: {
      createDriver: () => new PoolDriver(pool, statements, names),
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  const compiledStatements = new WeakMap<object, CompiledStatement>();
  const compiledOf = <P extends Parameters, Row>(statement: PreparedStatement<P, Row>): CompiledStatement => {
    let compiled = compiledStatements.get(statement);
    if (!compiled) {
      compiled = compileStatement(statement, queries, postgresDialect);
      compiledStatements.set(statement, compiled);
      names.assign(compiled.text, statement.name);
    }
    return compiled;
  };
  const stops: (() => Promise<void>)[] = [];

  const runIn =
    (q: Queries) =>
    async <P extends Parameters, Row>(
      statement: PreparedStatement<P, Row>,
      parameters: P,
    ): Promise<Row[]> => {
      const { query, text, bind } = compiledOf(statement);
      const { rows } = await q.executeQuery({ ...query, sql: text, parameters: bind(parameters) });
      // oxlint-disable-next-line typescript/consistent-type-assertions -- the database's border: the statement gives the type
      return rows as Row[];
    };

  const attempt = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    const acts: (() => void)[] = [];
    const result = await queries.transaction().execute((q) => {
      const run = runIn(q);
      return work({
        q,
        run,
        dialect: postgresDialect,
        afterCommit: (act) => acts.push(act),
        broadcast: async (message) => {
          // Inside the transaction, so that PostgreSQL delivers it with the commit or never.
          await run(sendMessage, { message });
        },
      });
    });
    for (const act of acts) act();
    return result;
  };

  const write = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    try {
      return await repeated(() => attempt(work));
    } catch (error) {
      throw postgresDialect.isReferenceGone(error) ? missing() : error;
    }
  };

  const ask = async <Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<Row>> => {
    try {
      return await repeated(() => pool.current.query<Row>(query));
    } catch (error) {
      throw asProblem(error);
    }
  };

  const run = async <P extends Parameters, Row>(statement: PreparedStatement<P, Row>, parameters: P) => {
    const compiled = compiledOf(statement);
    statements.count++;
    const result = await ask({
      name: statement.name,
      text: compiled.text,
      values: compiled.bind(parameters).map(storable),
    });
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the database's border: the statement gives the type
    return result.rows as Row[];
  };

  return {
    dialect: postgresDialect,
    read: queries,
    statements,
    write,
    run,
    runKept: run,
    // Equal snapshots see the same data. The server's start time is part of it, because another server, or this one
    // after a crash, may reuse transaction ids.
    version: async () => {
      statements.count++;
      const { rows } = await ask<{ seen: string }>({
        name: 'version',
        text: `select pg_current_snapshot()::text || ' ' || pg_postmaster_start_time()::text as seen`,
      });
      return `${pool.epoch} ${rows[0]?.seen ?? ''}`;
    },
    listen: (listener, onGap) => {
      const onSilence = () => pool.replace();
      stops.push(listenForever({ url, channel, listener, onGap, onSilence, log }));
    },
    close: async () => {
      await Promise.all(stops.map((stop) => stop()));
      await queries.destroy();
    },
  };
};
