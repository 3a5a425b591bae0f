import type { Database, Queries, Tx } from './database.ts';

/** Keys are kept for a day. A phone that retries after a lost answer does so much sooner. */
export const idempotencyKeysKeptMs = 24 * 60 * 60_000;

interface Repeatable<T> {
  userId: number;
  /** The client's key for this call, or null if it sent none. */
  key: string | null;
  /** Creates the entity and returns its public id. */
  make: (tx: Tx) => Promise<{ id: string; result: T }>;
  /** Loads the entity that an earlier call with the same key created. */
  load: (q: Queries, id: string) => Promise<T>;
}

const findMade = async (q: Queries, userId: number, key: string): Promise<string | null> => {
  const row = await q
    .selectFrom('repeated_calls')
    .select('made')
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.made ?? null;
};

/**
 * Makes a call idempotent by its key (the `Idempotency-Key` draft of the IETF httpapi group). The transaction that
 * creates the entity also writes the key, so of concurrent calls one creates it and the others load it.
 */
export const idempotent = async <T>(db: Database, { userId, key, make, load }: Repeatable<T>): Promise<T> => {
  if (key === null) return (await db.write(make)).result;
  const made = await findMade(db.read, userId, key);
  if (made !== null) return load(db.read, made);
  try {
    return await db.write(async (tx) => {
      const { id, result } = await make(tx);
      await tx.q
        .insertInto('repeated_calls')
        .values({ user_id: userId, key, made: id, created_at: Date.now() })
        .execute();
      return result;
    });
  } catch (error) {
    // A concurrent call with the same key may have caused this failure. Look its result up in the writers' queue,
    // because that call may not be durable yet.
    return db.write(async ({ q }) => {
      const other = await findMade(q, userId, key);
      if (other === null) throw error;
      return load(q, other);
    });
  }
};
