import type { AppContext } from '../../../app-context.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { eraseMember } from '../../account/remove.ts';
import { removeCircleAgain } from '../../circles/change.ts';
import { removeCommentAgain } from '../../comments/write.ts';
import { removeImageAgain } from '../../media/remove.ts';
import { leaveCircleAgain, leaveReaderOutAgain } from '../../posts/taken-back.ts';
import { removePostAgain } from '../../posts/write.ts';
import type { Deletion } from './ledger.ts';

type Repeating = Pick<AppContext, 'jobs' | 'features'>;

/** Repeats one deletion. Each answers whether the object existed. */
const repeat = (context: Repeating, tx: Tx, one: Deletion): Promise<boolean> => {
  switch (one.kind) {
    case 'member':
      return eraseMember(context, tx, one.id);
    case 'circle':
      return removeCircleAgain(tx, one.id);
    case 'post':
      return removePostAgain(context.jobs, tx, one.id);
    case 'comment':
      return removeCommentAgain(tx, one.id);
    case 'photo':
      return removeImageAgain(context.jobs, tx, one.id);
    case 'post_circle':
      return leaveCircleAgain(tx, one.id, one.from);
    case 'post_reader':
      return leaveReaderOutAgain(tx, one);
  }
};

/** Members first: most of the rest is deleted with them. */
const order = ['member', 'circle', 'post', 'comment', 'photo', 'post_circle', 'post_reader'] as const;

/**
 * Deletes again what was deleted after the backup that was restored, and takes back what was taken back.
 * @returns the number of changes
 */
export const replay = async (
  context: Pick<AppContext, 'db'> & Repeating,
  deletions: readonly Deletion[],
): Promise<number> => {
  let count = 0;
  for (const kind of order) {
    for (const deletion of deletions.filter((one) => one.kind === kind)) {
      if (await context.db.write((tx) => repeat(context, tx, deletion))) count += 1;
    }
  }
  // Files of what went; they would go as soon as a server runs.
  await context.jobs.workOffOnce('remove-files');
  return count;
};
