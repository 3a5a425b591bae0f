import { sql } from 'kysely';
import type { Database, Queries } from './database.ts';
import type { TableName } from './backup-tables.ts';
import { migrateWithin, moveUnderWay, takeNodeLock } from './migrate.ts';
import { continueAllKeys, countRows, insertRows, recreateTables, NotEmptyError } from './restore-rows.ts';
import { keyOf, type RowKey, type StoredRow } from './snapshot.ts';

/** The target of a move. Rows arrive in parts, each committed with a mark of the progress. */
export interface MoveTarget {
  /** Whether an earlier run of the move already copied rows. */
  readonly isResumed: boolean;
  /** The key of the last row of a table that was copied. */
  lastOf(table: TableName): Promise<RowKey | null>;
  add(table: TableName, rows: readonly StoredRow[]): Promise<void>;
  /** Deletes the marks, after which a server may start on this database. */
  finish(keysGiven: Readonly<Record<string, number>>): Promise<void>;
}

const marks = sql.table('move_marks');
const ofSource = 'source';

const setMark = (q: Queries, name: string, value: string) =>
  sql`insert into ${marks} (name, value) values (${name}, ${value})
    on conflict (name) do update set value = excluded.value`.execute(q);

const readMark = async (q: Queries, name: string): Promise<string | null> => {
  const { rows } = await sql<{ value: string }>`select value from ${marks} where name = ${name}`.execute(q);
  return rows[0]?.value ?? null;
};

const tablesIn = async ({ dialect }: Database, q: Queries): Promise<Set<string>> => {
  const { rows } = await sql.raw<{ name: string }>(dialect.tables).execute(q);
  return new Set(rows.map(({ name }) => name));
};

/** @throws NotEmptyError when the target holds members or foreign tables; RefusedDatabaseError */
const mustBeFree = async (db: Database, q: Queries, there: ReadonlySet<string>): Promise<void> => {
  if (there.size === 0) return;
  if (!there.has('migrations')) {
    throw new NotEmptyError(`There are ${there.size} tables of another program.`);
  }
  // Throws if a newer version has written to it.
  await migrateWithin(q, db.dialect);
  const members = await countRows(q, 'users');
  if (members > 0) throw new NotEmptyError(`There are members here already: ${members}.`);
};

const claim = async (db: Database, q: Queries, source: string): Promise<void> => {
  await recreateTables(q, db.dialect);
  await sql`insert into migrations (name, at) values (${moveUnderWay}, ${Date.now()})`.execute(q);
  const { text } = db.dialect.columns;
  await sql`create table ${marks} (name ${sql.raw(text)} primary key, value ${sql.raw(text)} not null)`.execute(
    q,
  );
  await setMark(q, ofSource, source);
};

const readKey = (text: string): RowKey => {
  const key: unknown = JSON.parse(text);
  const isKey = (part: unknown) => typeof part === 'string' || typeof part === 'number';
  if (!Array.isArray(key) || !key.every(isKey)) throw new TypeError('A mark of a move is no key');
  return key;
};

/**
 * Prepares a database as the target for the installation `source`, or resumes an interrupted move. `anew` starts again.
 * @throws NotEmptyError where anything else is stored, without changing it; RefusedDatabaseError
 */
export const prepareMoveTarget = async (
  db: Database,
  { source, anew }: { source: string; anew: boolean },
): Promise<MoveTarget> => {
  const isResumed = await db.write(async ({ q }) => {
    await takeNodeLock(q, db.dialect);
    const there = await tablesIn(db, q);
    if (!there.has('move_marks')) await mustBeFree(db, q, there);
    else if ((await readMark(q, ofSource)) !== source) {
      throw new NotEmptyError('There is the unfinished move of another installation.');
    } else if (!anew) return true;
    else await sql`drop table ${marks}`.execute(q);
    await claim(db, q, source);
    return false;
  });
  return {
    isResumed,
    lastOf: async (table) => {
      const text = await readMark(db.read, table);
      return text === null ? null : readKey(text);
    },
    add: (table, rows) =>
      db.write(async ({ q }) => {
        const last = rows.at(-1);
        if (!last) return;
        await insertRows(q, table, rows);
        await setMark(q, table, JSON.stringify(keyOf(table, last)));
      }),
    finish: (keysGiven) =>
      db.write(async ({ q }) => {
        await continueAllKeys(q, db.dialect, keysGiven);
        await sql`drop table ${marks}`.execute(q);
        await sql`delete from migrations where name = ${moveUnderWay}`.execute(q);
      }),
  };
};
