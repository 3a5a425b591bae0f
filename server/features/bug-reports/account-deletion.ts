import type { AppContext } from '../../app-context.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { picturesOf } from './picture.ts';

/** Deletes a member's bug reports with their pictures: they hold the member's words, browser and screen. */
export const deleteBugReportsOf = async (jobs: Jobs, tx: Tx, userId: number): Promise<void> => {
  const gone = await tx.q
    .deleteFrom('bug_reports')
    .where('user_id', '=', userId)
    .returning(['public_id', 'pictures'])
    .execute();
  const files = gone.flatMap(picturesOf);
  if (files.length > 0) await jobs.enqueue(tx, { kind: 'remove-files', payload: files });
};

/** Strips a banned member's reports: the words stay, the screenshots and page addresses are deleted. */
export const stripBugReportsOf = (
  { db, jobs }: Pick<AppContext, 'db' | 'jobs'>,
  userId: number,
): Promise<void> =>
  db.write(async (tx) => {
    const stripped = await tx.q
      .selectFrom('bug_reports')
      .select(['public_id', 'pictures'])
      .where('user_id', '=', userId)
      .execute();
    await tx.q
      .updateTable('bug_reports')
      .set({ pictures: '[]', page_url: '' })
      .where('user_id', '=', userId)
      .execute();
    const files = stripped.flatMap(picturesOf);
    if (files.length > 0) await jobs.enqueue(tx, { kind: 'remove-files', payload: files });
  });
