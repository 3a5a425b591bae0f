import type { Tx } from '../../platform/db/database.ts';

/**
 * Holds members' rows until the transaction ends, always in one order. Whatever ties two members, and a block between
 * them, come one after the other by it: whether a block parts them is to be asked after this.
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
