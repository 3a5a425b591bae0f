import type { SelectQueryBuilder } from 'kysely';
import type { Tx } from './database.ts';

/** On SQLite nothing is left to lock: one transaction writes at a time. */
const hasOneWriter = ({ dialect }: Tx): boolean => dialect.nodeLock === null;

/**
 * Runs a query and locks the rows that it selects until the transaction ends. It waits for concurrent transactions that
 * change them, and returns the rows as those left them. Other rows may still refer to them.
 */
export const lockRows = <Tables, Names extends keyof Tables, Row>(
  { dialect }: Tx,
  query: SelectQueryBuilder<Tables, Names, Row>,
) => dialect.pick({ sqlite: query, postgres: query.forNoKeyUpdate() }).execute();

/**
 * Locks members' rows until the transaction ends, always in the same order and before any other lock, to prevent
 * deadlocks. It serializes counting what a member owns, opening and ending sessions, and blocking against whatever
 * connects two members. Read what these decide by only after this lock.
 */
export const lockMembers = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  if (hasOneWriter(tx)) return;
  await lockRows(tx, tx.q.selectFrom('users').select('id').where('id', 'in', ids).orderBy('id'));
};

/**
 * Locks a member's row against new references too, which `lockMembers` allows: concurrent writes about the member
 * finish first, and no new one begins. Without it, counting or deleting all comments of a member would miss one that is
 * being written.
 */
export const lockAgainstReferences = async (tx: Tx, id: number): Promise<void> => {
  if (hasOneWriter(tx)) return;
  await tx.q.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute();
};

/**
 * Locks a post's row, by its public id, until the transaction ends. It serializes narrowing or deleting the post against
 * writes that copy its circles, such as comments. Read the post's circles only after this lock.
 */
export const lockPost = async (tx: Tx, publicId: string): Promise<void> => {
  if (hasOneWriter(tx)) return;
  await lockRows(tx, tx.q.selectFrom('posts').select('id').where('public_id', '=', publicId));
};
