import { sql } from 'kysely';
import type { Tx } from './database.ts';

/**
 * Holds a post's row, by its public id, until the transaction ends. What takes circles or the post itself away and what
 * writes down something by its circles come one after the other by it: what they read is to be read after this.
 */
export const holdPost = async ({ q }: Tx, publicId: string): Promise<void> => {
  await sql`update posts set likes_count = likes_count where public_id = ${publicId}`.execute(q);
};
