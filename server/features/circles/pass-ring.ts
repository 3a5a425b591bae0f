import type { Tx } from '../../platform/db/database.ts';

/** Where a photo leads the cover of one of these circles (keys), another now leads it. */
export const passRing = async (
  { q }: Tx,
  circles: readonly number[],
  { from, to }: { from: number; to: number },
): Promise<void> => {
  await q
    .updateTable('circles')
    .set({ cover_photo_id: to })
    .where('id', 'in', [0, ...circles])
    .where('cover_photo_id', '=', from)
    .execute();
};
