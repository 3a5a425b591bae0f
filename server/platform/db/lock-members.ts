import { newId } from '../text/ids.ts';
import type { Tx } from './database.ts';

/**
 * Locks members' rows until the transaction ends, always in the same order and before any other lock, to prevent
 * deadlocks. It serializes counting what a member owns, opening and ending sessions, and blocking against whatever
 * connects two members. Read what these decide by only after this lock.
 */
export const lockMembers = async ({ q }: Tx, ids: readonly number[]): Promise<void> => {
  for (const id of [...new Set(ids)].toSorted((a, b) => a - b)) {
    await q
      .updateTable('users')
      .set((e) => ({ id: e.ref('id') }))
      .where('id', '=', id)
      .execute();
  }
};

/**
 * Locks a member's row against new references too, which the lock above allows: concurrent writes about the member
 * finish first, and no new one begins. Without it, counting or deleting all comments of a member would miss one that is
 * being written.
 */
export const lockWithReferences = async ({ q }: Tx, id: number): Promise<void> => {
  const { public_id: publicId } = await q
    .selectFrom('users')
    .select('public_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  // Only a change of the key blocks inserts that refer to the row.
  await q.updateTable('users').set({ public_id: newId() }).where('id', '=', id).execute();
  await q.updateTable('users').set({ public_id: publicId }).where('id', '=', id).execute();
};
