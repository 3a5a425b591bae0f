import type { House } from '../../house.ts';
import type { Tx } from '../../platform/db/database.ts';
import { picturesOf } from './picture.ts';

/** Deletes what a member reported, words and pictures: their browser, their screen, in their words. */
export const deleteBugReportsOf = async ({ jobs }: House, tx: Tx, userId: number): Promise<void> => {
  const gone = await tx.q
    .deleteFrom('bug_reports')
    .where('user_id', '=', userId)
    .returning(['public_id', 'pictures'])
    .execute();
  const files = gone.flatMap(picturesOf);
  if (files.length > 0) await jobs.enqueue(tx, { kind: 'remove-files', payload: files });
};
