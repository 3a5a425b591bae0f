import { newId } from '../text/ids.ts';
import type { Tx } from './database.ts';

/**
 * Holds members' rows until the transaction ends, always in one order; before any other lock, or two would wait for
 * each other. What counts what a member has, what ends all sessions and what opens one come one after the other by
 * it, and so do a block and whatever ties two members: what they ask of each other is to be asked after this.
 */
export const holdMembers = async ({ q }: Tx, ids: readonly number[]): Promise<void> => {
  for (const id of [...new Set(ids)].toSorted((a, b) => a - b)) {
    await q
      .updateTable('users')
      .set((e) => ({ id: e.ref('id') }))
      .where('id', '=', id)
      .execute();
  }
};

/**
 * Holds a member's row against whatever would refer to it, too, which the lock above lets pass: what another request is
 * writing about the member ends before, and nothing new about them begins. Without it a comment on its way would be
 * missed by what counts or deletes all of theirs.
 */
export const holdWithReferences = async ({ q }: Tx, id: number): Promise<void> => {
  const { public_id: publicId } = await q
    .selectFrom('users')
    .select('public_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  // Only a changed key holds off those who refer to the row.
  await q.updateTable('users').set({ public_id: newId() }).where('id', '=', id).execute();
  await q.updateTable('users').set({ public_id: publicId }).where('id', '=', id).execute();
};
