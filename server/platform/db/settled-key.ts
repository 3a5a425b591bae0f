import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from './database.ts';
import type { Schema } from './schema/schema.ts';

/** Milliseconds. */
const timeouts = { between: 20, total: 10_000 };

// A transaction gets a number with its first change; this one only draws one. The upper end of a snapshot would not do:
// numbers beyond it may be in use.
const drawNumber = sql<string>`cast(pg_current_xact_id() as text)`;

/**
 * Waits until every transaction with a smaller number has ended.
 * @throws when one stays open for 10 s
 */
const waitForEarlier = async ({ read }: Pick<Database, 'read'>, number: string): Promise<void> => {
  const deadline = Date.now() + timeouts.total;
  for (;;) {
    const { rows } = await sql<{ oldest: string }>`
      select cast(pg_snapshot_xmin(pg_current_snapshot()) as text) as oldest`.execute(read);
    if (BigInt(rows[0]?.oldest ?? 0) >= BigInt(number)) return;
    if (Date.now() > deadline) throw new Error('A transaction has been open for 10 s');
    await wait(timeouts.between);
  }
};

/**
 * Finds a key of a table such that every transaction that adds rows up to it has ended. Rows of all transactions that
 * were open when this was called are up to it.
 *
 * PostgreSQL gives out keys before the commit. Every writer must have changed a row before it inserts into the table:
 * then its transaction has a number before the row has a key.
 * @throws when a transaction stays open for 10 s
 */
export const findSettledKey = async (
  { read, dialect }: Pick<Database, 'read' | 'dialect'>,
  table: keyof Schema,
): Promise<number> => {
  const isShared = dialect.pick({ sqlite: false, postgres: true });
  if (isShared) {
    const { rows } = await sql<{ number: string }>`select ${drawNumber} as number`.execute(read);
    await waitForEarlier({ read }, rows[0]?.number ?? '');
  }
  // The number is drawn after the statement has its view of the table.
  const number = isShared ? drawNumber : sql<string>`''`;
  const { rows } = await sql<{ key: number; number: string }>`
    select coalesce(max(id), 0) as key, ${number} as number from ${sql.table(table)}`.execute(read);
  const [largest] = rows;
  if (!largest) throw new Error('The statement returned no row');
  if (isShared) await waitForEarlier({ read }, largest.number);
  return largest.key;
};
