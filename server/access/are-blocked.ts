import { sql } from 'kysely';
import type { Queries } from '../platform/db/database.ts';
import { bind, isBlockedBetween } from './sees.ts';

/** One of the two members has blocked the other (BLOCK-1). */
export const areBlocked = async (q: Queries, one: number, other: number): Promise<boolean> => {
  const { rows } = await sql`select 1 where ${isBlockedBetween(bind(one), bind(other))}`.execute(q);
  return rows.length > 0;
};
