import type { AppContext } from '../../../app-context.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { eraseMember } from '../../account/remove.ts';
import { removeCircleAgain } from '../../circles/change.ts';
import { removeCommentAgain } from '../../comments/write.ts';
import { removeImageAgain } from '../../media/remove.ts';
import { removePostAgain } from '../../posts/write.ts';
import type { Deletion } from './ledger.ts';

/** Each answers whether it was there. Members first: most of the rest goes with them. */
const again = {
  member: eraseMember,
  circle: (_house, tx, id) => removeCircleAgain(tx, id),
  post: removePostAgain,
  comment: (_house, tx, id) => removeCommentAgain(tx, id),
  photo: removeImageAgain,
} as const satisfies Record<
  Deletion['kind'],
  (context: AppContext, tx: Tx, publicId: string) => Promise<boolean>
>;

const order = ['member', 'circle', 'post', 'comment', 'photo'] as const;

/** Deletes once more what was deleted after the backup that was restored. @returns how many things were */
export const replay = async (context: AppContext, deletions: readonly Deletion[]): Promise<number> => {
  let count = 0;
  for (const kind of order) {
    for (const deletion of deletions.filter((one) => one.kind === kind)) {
      if (await context.db.write((tx) => again[kind](context, tx, deletion.id))) count += 1;
    }
  }
  // Files of what went; they would go as soon as a server runs.
  await context.jobs.workOffOnce('remove-files');
  return count;
};
