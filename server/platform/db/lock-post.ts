import { sql } from 'kysely';
import type { Tx } from './database.ts';

/**
 * Locks a post's row, by its public id, until the transaction ends. It serializes narrowing or deleting the post against
 * writes that copy its circles, such as comments. Read the post's circles only after this lock.
 */
export const lockPost = async ({ q }: Tx, publicId: string): Promise<void> => {
  await sql`update posts set likes_count = likes_count where public_id = ${publicId}`.execute(q);
};
