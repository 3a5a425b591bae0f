import { sql } from 'kysely';
import { messages } from '../../../contract/errors/errors.ts';
import { conflict, Problem } from '../problem.ts';
import { type Database, prepared, type Queries, type StatementRunner, type Tx } from './database.ts';
import { lockRows } from './locks.ts';

/**
 * Browsers keep an unsent request for 30 days, and its withdrawal for 30 days after that. Each key stands for one thing
 * that a member made or withdrew, and rate limits bound those.
 */
export const idempotencyKeysKeptMs = 62 * 24 * 60 * 60_000;

/** The client's key for a call. */
export interface RepeatKey {
  key: string;
  /** SHA-256 of what the call contains, in hex; null if the key alone stands for it. */
  contentHash: string | null;
}

interface Repeatable<T> {
  userId: number;
  /** Null if the client sent none. */
  repeatKey: RepeatKey | null;
  /** Precedes the transaction, unless an earlier call has made the entity. */
  prepare?: () => Promise<void>;
  /** Creates the entity and returns its public id. */
  make: (tx: Tx) => Promise<{ id: string; result: T }>;
  /** Loads the entity that an earlier call with the same key created. */
  load: (from: StatementRunner & { q: Queries }, id: string) => Promise<T>;
}

/** In place of what a call has made: it is withdrawn. */
const nothing = '';

interface Made {
  made: string;
  content_hash: string | null;
}

const selectMade = prepared<{ user: number; key: string }, Made>({
  name: 'select_repeated_call',
  parameters: ['user', 'key'],
  text: ({ user, key }) => sql`
    select made, content_hash from repeated_calls where user_id = ${user} and key = ${key}`,
});

type NewCall = { user: number; key: string; contentHash: string | null; made: string; now: number };

const insertMade = prepared<NewCall, never>({
  name: 'insert_repeated_call',
  parameters: ['user', 'key', 'contentHash', 'made', 'now'],
  text: ({ user, key, contentHash, made, now }) => sql`
    insert into repeated_calls (user_id, key, content_hash, made, created_at)
    values (${user}, ${key}, ${contentHash}, ${made}, ${now})`,
});

const replaceMade = prepared<NewCall, never>({
  name: 'replace_repeated_call',
  parameters: ['user', 'key', 'contentHash', 'made', 'now'],
  text: ({ user, key, contentHash, made, now }) => sql`
    insert into repeated_calls (user_id, key, content_hash, made, created_at)
    values (${user}, ${key}, ${contentHash}, ${made}, ${now})
    on conflict (user_id, key) do update set made = excluded.made, created_at = excluded.created_at`,
});

/** Stores which thing a call with this key has made. It replaces an earlier one that is gone. */
export const noteMade = async (
  tx: StatementRunner,
  user: number,
  repeatKey: RepeatKey,
  made: string,
): Promise<void> => {
  await tx.run(replaceMade, { user, ...repeatKey, made, now: Date.now() });
};

/**
 * @throws Problem `mismatch` if the earlier call with this key contained something else (REQUEST-5), `conflict` if it is
 * withdrawn (REQUEST-12)
 */
export const findMade = async (
  from: StatementRunner,
  user: number,
  { key, contentHash }: RepeatKey,
): Promise<string | null> => {
  const [row] = await from.run(selectMade, { user, key });
  if (!row) return null;
  if (row.made === nothing) throw conflict(messages.keyWithdrawn);
  if (row.content_hash !== null && row.content_hash !== contentHash)
    throw new Problem('mismatch', messages.keyReused);
  return row.made;
};

/**
 * Makes a call idempotent by its key (the `Idempotency-Key` draft of the IETF httpapi group). The transaction that
 * creates the entity also writes the key, so of concurrent calls one creates it and the others load it.
 */
export const idempotent = async <T>(
  db: Database,
  { userId, repeatKey, prepare, make, load }: Repeatable<T>,
): Promise<T> => {
  const made = repeatKey === null ? null : await findMade(db, userId, repeatKey);
  if (made !== null) return load({ q: db.read, run: db.run }, made);
  await prepare?.();
  if (repeatKey === null) return (await db.write(make)).result;
  try {
    return await db.write(async (tx) => {
      const { id, result } = await make(tx);
      await tx.run(insertMade, { user: userId, ...repeatKey, made: id, now: Date.now() });
      return result;
    });
  } catch (error) {
    // A concurrent call with the same key may have caused this failure. Look its result up in the writers' queue,
    // because that call may not be durable yet.
    return db.write(async (tx) => {
      const other = await findMade(tx, userId, repeatKey);
      if (other === null) throw error;
      return load(tx, other);
    });
  }
};

const insertNothing = prepared<{ user: number; key: string; now: number }, never>({
  name: 'insert_withdrawn_call',
  parameters: ['user', 'key', 'now'],
  text: ({ user, key, now }) => sql`
    insert into repeated_calls (user_id, key, made, created_at) values (${user}, ${key}, ${nothing}, ${now})
    on conflict (user_id, key) do nothing`,
});

/**
 * Withdraws a call by its key. `remove` deletes what it has made; a call that arrives later is refused. A concurrent one
 * either commits before this reads what it made, or fails at the key that this has stored.
 */
export const withdraw = (
  db: Database,
  userId: number,
  key: string,
  remove: (tx: Tx, made: string) => Promise<void>,
): Promise<void> =>
  db.write(async (tx) => {
    await tx.run(insertNothing, { user: userId, key, now: Date.now() });
    const call = tx.q.selectFrom('repeated_calls').where('user_id', '=', userId).where('key', '=', key);
    const [row] = await lockRows(tx, call.select('made'));
    if (!row || row.made === nothing) return;
    await remove(tx, row.made);
    await tx.q
      .updateTable('repeated_calls')
      .set({ made: nothing })
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .execute();
  });
