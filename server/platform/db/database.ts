import type { Kysely, RawBuilder } from 'kysely';
import type { Eventual } from '../eventual.ts';
import type { Dialect } from './dialect.ts';
import type { Schema } from './schema/schema.ts';

/** Where queries are built and run; the same type inside and outside of a transaction. */
export type Queries = Kysely<Schema>;

/** Runs prepared statements: outside of a transaction for reads only. */
export interface StatementRunner {
  /** On SQLite the rows are there immediately. */
  run<P extends Parameters, Row>(statement: PreparedStatement<P, Row>, parameters: P): Eventual<Row[]>;
}

/** An open transaction. Code inside it awaits nothing but the transaction's own statements. */
export interface Tx extends StatementRunner {
  readonly q: Queries;
  readonly dialect: Dialect;
  /** Calls back once the transaction is durable, and never if it fails. The callback must not throw. */
  afterCommit(act: () => void): void;
  /** Sends a message to every node after the commit. At most 7,900 bytes of text. */
  broadcast(message: string): Promise<void>;
}

export type Parameters = Readonly<Record<string, string | number | null>>;

/**
 * A statement that runs often: its text is built once for each database and then run as a prepared statement.
 * `text` gets a placeholder for each name in `parameters`.
 */
export interface PreparedStatement<P extends Parameters, Row> {
  readonly name: string;
  readonly parameters: readonly (keyof P & string)[];
  readonly text: (placeholders: { [K in keyof P]: RawBuilder<P[K]> }, dialect: Dialect) => RawBuilder<Row>;
}

/** Declares a prepared statement and keeps its types. */
export const prepared = <P extends Parameters, Row>(
  statement: PreparedStatement<P, Row>,
): PreparedStatement<P, Row> => statement;

/** @returns the row of a statement that always returns one */
export const onlyRow = <Row>([row]: readonly Row[]): Row => {
  if (row === undefined) throw new Error('The statement returned no row');
  return row;
};

export interface Database extends StatementRunner {
  readonly dialect: Dialect;
  /** For reads only. On SQLite it has its own connection, which never waits for a writer. */
  readonly read: Queries;
  /** Runs `work` in one transaction and resolves when it is durable; rejects and rolls back if it throws. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Like `run`, for a read that many requests repeat: on SQLite the rows of an earlier run are returned until anybody
   * commits. They must depend on nothing but the data and the parameters, not even on the time.
   */
  runKept<P extends Parameters, Row>(statement: PreparedStatement<P, Row>, parameters: P): Eventual<Row[]>;
  /**
   * The version of the data: while it stays the same, every query gives the same answer. It is valid in this process
   * only. Any commit of any program changes it.
   */
  version(): Eventual<string>;
  /** Calls `listener` for every broadcast of every node, and `onGap` when broadcasts may have been missed. */
  listen(listener: (message: string) => void, onGap: () => void): void;
  /** Statements run so far, for the tests that count them. */
  readonly statements: { count: number };
  close(): Promise<void>;
}
