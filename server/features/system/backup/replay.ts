import type { AppContext } from '../../../app-context.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { eraseMember } from '../../account/remove.ts';
import { removeCircleAgain } from '../../circles/change.ts';
import { removeCommentAgain } from '../../comments/write.ts';
import { removeImageAgain } from '../../media/remove.ts';
import { removePostAgain } from '../../posts/write.ts';
import type { Deletion } from './ledger.ts';

/** Each answers whether it was there. Members first: most of the rest goes with them. */
const again = {
  member: eraseMember,
  circle: (_jobs, tx, id) => removeCircleAgain(tx, id),
  post: removePostAgain,
  comment: (_jobs, tx, id) => removeCommentAgain(tx, id),
  photo: removeImageAgain,
} as const satisfies Record<Deletion['kind'], (jobs: Jobs, tx: Tx, publicId: string) => Promise<boolean>>;

const order = ['member', 'circle', 'post', 'comment', 'photo'] as const;

/** Deletes once more what was deleted after the backup that was restored. @returns how many things were */
export const replay = async (
  { db, jobs }: Pick<AppContext, 'db' | 'jobs'>,
  deletions: readonly Deletion[],
): Promise<number> => {
  let count = 0;
  for (const kind of order) {
    for (const deletion of deletions.filter((one) => one.kind === kind)) {
      if (await db.write((tx) => again[kind](jobs, tx, deletion.id))) count += 1;
    }
  }
  // Files of what went; they would go as soon as a server runs.
  await jobs.workOffOnce('remove-files');
  return count;
};
