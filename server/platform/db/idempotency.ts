import { sql } from 'kysely';
import { type Database, prepared, type Queries, type StatementRunner, type Tx } from './database.ts';

/** Keys are kept for a day. A phone that retries after a lost answer does so much sooner. */
export const idempotencyKeysKeptMs = 24 * 60 * 60_000;

interface Repeatable<T> {
  userId: number;
  /** The client's key for this call, or null if it sent none. */
  key: string | null;
  /** Creates the entity and returns its public id. */
  make: (tx: Tx) => Promise<{ id: string; result: T }>;
  /** Loads the entity that an earlier call with the same key created. */
  load: (from: StatementRunner & { q: Queries }, id: string) => Promise<T>;
}

const selectMade = prepared<{ user: number; key: string }, { made: string }>({
  name: 'select_repeated_call',
  parameters: ['user', 'key'],
  text: ({ user, key }) => sql`select made from repeated_calls where user_id = ${user} and key = ${key}`,
});

const insertMade = prepared<{ user: number; key: string; made: string; now: number }, never>({
  name: 'insert_repeated_call',
  parameters: ['user', 'key', 'made', 'now'],
  text: ({ user, key, made, now }) => sql`
    insert into repeated_calls (user_id, key, made, created_at) values (${user}, ${key}, ${made}, ${now})`,
});

const findMade = async (from: StatementRunner, user: number, key: string): Promise<string | null> => {
  const [row] = await from.run(selectMade, { user, key });
  return row?.made ?? null;
};

/**
 * Makes a call idempotent by its key (the `Idempotency-Key` draft of the IETF httpapi group). The transaction that
 * creates the entity also writes the key, so of concurrent calls one creates it and the others load it.
 */
export const idempotent = async <T>(db: Database, { userId, key, make, load }: Repeatable<T>): Promise<T> => {
  if (key === null) return (await db.write(make)).result;
  const made = await findMade(db, userId, key);
  if (made !== null) return load({ q: db.read, run: db.run }, made);
  try {
    return await db.write(async (tx) => {
      const { id, result } = await make(tx);
      await tx.run(insertMade, { user: userId, key, made: id, now: Date.now() });
      return result;
    });
  } catch (error) {
    // A concurrent call with the same key may have caused this failure. Look its result up in the writers' queue,
    // because that call may not be durable yet.
    return db.write(async (tx) => {
      const other = await findMade(tx, userId, key);
      if (other === null) throw error;
      return load(tx, other);
    });
  }
};
