import type { Database, Queries, Tx } from './database.ts';

/** Kept for a day: a phone that sends again after a lost answer does so much sooner. */
export const repeatsKeptFor = 24 * 60 * 60_000;

interface Repeatable<T> {
  userId: number;
  /** The client's key for this act; null when it sent none. */
  key: string | null;
  /** Does it, and names by public id what was made. */
  make: (tx: Tx) => Promise<{ id: string; result: T }>;
  /** Loads what an earlier call with the same key made. */
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
 * Does something once for each key (the `Idempotency-Key` draft of the IETF httpapi group): the key's row is
 * written in the transaction that makes it, so of many at once only one makes anything, and the others load it.
 */
export const once = async <T>(db: Database, { userId, key, make, load }: Repeatable<T>): Promise<T> => {
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
    // Refused perhaps only because the same call was made at the same time: what it used up is gone, its key taken.
    // Asked in the queue of writers, because that call may not be durable yet.
    return db.write(async ({ q }) => {
      const other = await findMade(q, userId, key);
      if (other === null) throw error;
      return load(q, other);
    });
  }
};
