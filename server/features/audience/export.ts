import { time } from '../../access/show/present.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Queries } from '../../platform/db/database.ts';

/** When the viewer took which of their moments back, for the export, oldest first. */
export const ownTakeBacks = async (q: Queries, viewer: Viewer) => {
  const rows = await q
    .selectFrom('take_backs as t')
    .innerJoin('posts as p', 'p.id', 't.post_id')
    .select(['t.public_id', 'p.public_id as post', 't.taken_from', 't.people_count', 't.taken_back_at'])
    .where('p.author_id', '=', viewer.id)
    .orderBy('t.id')
    .execute();
  return rows.map((row) => ({
    id: row.public_id,
    post: row.post,
    takenFrom: row.taken_from,
    people: row.people_count,
    takenBackAt: time(row.taken_back_at),
  }));
};
