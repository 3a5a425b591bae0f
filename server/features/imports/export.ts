import { time, timeOrNull } from '../../access/show/present.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Queries } from '../../platform/db/database.ts';

/** The viewer's imports for the export, oldest first. Their albums are among the moments. */
export const ownImports = async (q: Queries, viewer: Viewer) => {
  const rows = await q
    .selectFrom('imports')
    .select(['source', 'started_at', 'ended_at'])
    .where('user_id', '=', viewer.id)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    source: row.source,
    startedAt: time(row.started_at),
    endedAt: timeOrNull(row.ended_at),
  }));
};
