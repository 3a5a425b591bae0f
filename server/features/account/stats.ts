import type { Viewer } from '../../access/viewer.ts';
import type { Database } from '../../platform/db/database.ts';
import { countContacts } from '../contacts/list.ts';

/** The viewer's own statistics. */
export const findStats = async (
  db: Database,
  viewer: Viewer,
): Promise<{ memoriesShared: number; connectionsMade: number }> => {
  const { posts_count: memoriesShared } = await db.read
    .selectFrom('users')
    .select('posts_count')
    .where('id', '=', viewer.id)
    .executeTakeFirstOrThrow();
  return { memoriesShared, connectionsMade: await countContacts(db.read, viewer) };
};
