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
