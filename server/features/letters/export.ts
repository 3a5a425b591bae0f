import { timeOrNull } from '../../access/show/present.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Queries } from '../../platform/db/database.ts';

/** The viewer's latest letter, for the export; null if they never had one. */
export const ownLetter = async (q: Queries, viewer: Viewer) => {
  const letter = await q
    .selectFrom('letters')
    .select(['state', 'made_at', 'ended_at'])
    .where('user_id', '=', viewer.id)
    .executeTakeFirst();
  return letter
    ? { state: letter.state, madeAt: timeOrNull(letter.made_at), endedAt: timeOrNull(letter.ended_at) }
    : null;
};
