import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database, PreparedStatement, Parameters, Queries, Tx } from './database.ts';
import { sqliteDialect } from './dialect.ts';
import { missing } from '../problem.ts';
import { createKeptRows } from './kept-rows.ts';
import { type CompiledStatement, compileStatement } from './prepared.ts';
import type { Schema } from './schema/schema.ts';
import { sqliteFile } from './sqlite-file.ts';
import { createTurns, type TakeTurn } from '../turns.ts';

const isBindable = (value: unknown): value is SQLInputValue =>
  typeof value === 'string' ||
  typeof value === 'number' ||
  typeof value === 'bigint' ||
  value === null ||
  ArrayBuffer.isView(value);

const bound = (values: readonly unknown[]): SQLInputValue[] =>
  values.map((value) => {
    if (!isBindable(value)) throw new TypeError(`Cannot bind a ${typeof value}`);
    return value;
  });

/**
 * SQLite's planner looks at the value of a bare `limit ?` and replans at every run that binds one. It does not look at
 * the value of an expression.
 */
const withFixedPlan = (text: string): string => text.replaceAll(/\blimit \?/g, 'limit 0 + ?');

/**
 * `run` also reads the key of the last inserted row, and fails above 2^53. The search index has such keys in its own
 * tables, and the connection keeps the last one, so that even `begin` would fail.
 */
const allowLargeKeys = (statement: StatementSync): StatementSync => {
  statement.setReadBigInts(true);
  return statement;
};

interface Prepared {
  statement: StatementSync;
  returnsRows: boolean;
}

/** One connection that caches its prepared statements: preparing costs more than running. */
class Connection implements DatabaseConnection {
  readonly raw: DatabaseSync;
  /** Lists of varying length make new texts. */
  readonly #statements = new LRUCache<string, Prepared>({ max: 500 });
  readonly #counter: { count: number };

  constructor(file: string, counter: { count: number }) {
    this.raw = new DatabaseSync(file, { timeout: 10_000, enableForeignKeyConstraints: true });
    this.#counter = counter;
    this.raw.exec('pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -16000');
  }

  #prepare(text: string): Prepared {
    let prepared = this.#statements.get(text);
    if (!prepared) {
      const statement = this.raw.prepare(withFixedPlan(text));
      prepared = { statement, returnsRows: statement.columns().length > 0 };
      if (!prepared.returnsRows) allowLargeKeys(statement);
      this.#statements.set(text, prepared);
    }
    return prepared;
  }

  all(text: string, values: readonly unknown[]): Record<string, unknown>[] {
    this.#counter.count++;
    return this.#prepare(text).statement.all(...bound(values));
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { statement, returnsRows } = this.#prepare(query.sql);
    if (returnsRows) {
      // oxlint-disable-next-line typescript/consistent-type-assertions -- the database's border: Kysely gave the type
      return { rows: this.all(query.sql, query.parameters) as Row[] };
    }
    this.#counter.count++;
    const { changes } = statement.run(...bound(query.parameters));
    return { rows: [], numAffectedRows: BigInt(changes) };
  }

  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Streaming is not used on SQLite');
  }
}

class OneConnectionDriver implements Driver {
  readonly #connection: Connection;
  constructor(connection: Connection) {
    this.#connection = connection;
  }
  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
  beginTransaction(): Promise<never> {
    return this.#refuse();
  }
  commitTransaction(): Promise<never> {
    return this.#refuse();
  }
  rollbackTransaction(): Promise<never> {
    return this.#refuse();
  }
  async #refuse(): Promise<never> {
    throw new Error('Use Database.write: one queue stands before the one writing connection');
  }
}

const kyselyOver = (connection: Connection): Queries =>
  new Kysely<Schema>({
    dialect: {
      createDriver: () => new OneConnectionDriver(connection),
      createAdapter: () => new SqliteAdapter(),
      createIntrospector: (queries) => new SqliteIntrospector(queries),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });

/** Writes per commit: a batch blocks the event loop until it has been committed. */
const batchSize = 16;

// As on PostgreSQL: the row that the write refers to was deleted concurrently.
const referenceError = (error: unknown): unknown =>
  sqliteDialect.isReferenceGone(error) ? missing() : error;

interface Waiting {
  run(tx: Tx): Promise<() => void>;
  fail(error: unknown): void;
}

/**
 * Opens the embedded database in `dataDir`. One connection writes. Its queue commits waiting writes in one group, each
 * in a savepoint. Another connection only reads and never waits. Threads that write to one file share their turns.
 */
export const openSqlite = (dataDir: string, takeTurn: TakeTurn = createTurns()): Database => {
  const file = sqliteFile(dataDir);
  const statements = { count: 0 };
  const writer = new Connection(file, statements);
  const reader = new Connection(file, statements);
  reader.raw.exec('pragma query_only = on');
  // Savepoints copy the pages that they change: to memory, not to a temporary file.
  writer.raw.exec('pragma temp_store = memory');
  const writes = kyselyOver(writer);
  const read = kyselyOver(reader);

  const compiledStatements = new WeakMap<object, CompiledStatement>();
  const rowsFrom = <P extends Parameters, Row>(
    connection: Connection,
    statement: PreparedStatement<P, Row>,
    parameters: P,
  ) => {
    let compiled = compiledStatements.get(statement);
    if (!compiled) {
      compiled = compileStatement(statement, read, sqliteDialect);
      compiledStatements.set(statement, compiled);
    }
    return connection.all(compiled.text, compiled.bind(parameters));
  };
  const runOn =
    (connection: Connection) =>
    <P extends Parameters, Row>(statement: PreparedStatement<P, Row>, parameters: P): Row[] =>
      // oxlint-disable-next-line typescript/consistent-type-assertions -- the database's border: the statement gives the type
      rowsFrom(connection, statement, parameters) as Row[];
  const runOnWriter = runOn(writer);

  // Within one turn of the event loop the version is read once: every request of the turn arrived before it.
  let versionNow: string | null = null;
  const forgetVersion = () => {
    versionNow = null;
  };
  // `data_version` of the reading connection: a commit of any other connection changes it, the writer's too.
  const version = (): string => {
    if (versionNow === null) {
      versionNow = String(reader.all('pragma data_version', [])[0]?.['data_version']);
      queueMicrotask(forgetVersion);
    }
    return versionNow;
  };
  const keptRows = createKeptRows(version);

  const listeners: ((message: string) => void)[] = [];
  let queue: Waiting[] = [];
  let draining: Promise<void> | null = null;

  const frame = {
    begin: allowLargeKeys(writer.raw.prepare('begin immediate')),
    savepoint: allowLargeKeys(writer.raw.prepare('savepoint work')),
    release: allowLargeKeys(writer.raw.prepare('release work')),
    rollbackTo: allowLargeKeys(writer.raw.prepare('rollback to work')),
    commit: allowLargeKeys(writer.raw.prepare('commit')),
  };

  const commitTogether = async (batch: Waiting[]): Promise<void> => {
    // A write that is alone needs no savepoint: if it fails, everything is rolled back.
    const isShared = batch.length > 1;
    const settled: (() => void)[] = [];
    const afterCommit: (() => void)[] = [];
    try {
      frame.begin.run();
      for (const waiting of batch) {
        const acts: (() => void)[] = [];
        if (isShared) frame.savepoint.run();
        try {
          const settle = await waiting.run({
            q: writes,
            run: runOnWriter,
            dialect: sqliteDialect,
            afterCommit: (act) => acts.push(act),
            broadcast: async (message) => {
              acts.push(() => {
                for (const listener of listeners) listener(message);
              });
            },
          });
          if (isShared) frame.release.run();
          settled.push(settle);
          afterCommit.push(...acts);
        } catch (error) {
          if (!isShared) throw referenceError(error);
          frame.rollbackTo.run();
          frame.release.run();
          waiting.fail(referenceError(error));
        }
      }
      frame.commit.run();
      forgetVersion();
    } catch (error) {
      if (writer.raw.isTransaction) writer.raw.exec('rollback');
      for (const waiting of batch) waiting.fail(error);
      return;
    }
    for (const settle of settled) settle();
    for (const act of afterCommit) act();
  };

  const drain = async (): Promise<void> => {
    do {
      // One turn of the event loop collects writes that arrive together, and lets others be answered.
      await new Promise<void>((resolve) => setImmediate(resolve));
      const endTurn = await takeTurn();
      await commitTogether(queue.splice(0, batchSize)).finally(endTurn);
    } while (queue.length > 0);
    // Await nothing between the last check of the queue and this line, or a later write would start no new run.
    draining = null;
  };

  return {
    dialect: sqliteDialect,
    read,
    statements,
    write: <T>(work: (tx: Tx) => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        queue.push({
          run: async (tx) => {
            const result = await work(tx);
            return () => resolve(result);
          },
          fail: reject,
        });
        draining ??= drain();
      }),
    run: runOn(reader),
    runKept: <P extends Parameters, Row>(statement: PreparedStatement<P, Row>, parameters: P) =>
      // oxlint-disable-next-line typescript/consistent-type-assertions -- the database's border: the statement gives the type
      keptRows(`${statement.name} ${Object.values(parameters).join(' ')}`, () =>
        rowsFrom(reader, statement, parameters),
      ) as Row[],
    version,
    listen: (listener) => {
      listeners.push(listener);
    },
    close: async () => {
      while (draining) await draining;
      queue = [];
      reader.raw.close();
      writer.raw.close();
    },
  };
};
