import type { WholeCircle } from '../../../contract/circles.ts';
import { assertMayShowFace } from '../../access/assert-may.ts';
import { findCircle } from '../../access/find/circles.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Database } from '../../platform/db/database.ts';
import { lockRows } from '../../platform/db/locks.ts';
import { publish } from '../../platform/events/hub.ts';
import { loadCircle } from './read.ts';

/**
 * Shows the viewer's profile to everyone in a circle, or only their name.
 * @throws missing, conflict for a private circle
 */
export const setFace = (
  db: Database,
  viewer: Viewer,
  { id, shown }: { id: string; shown: boolean },
): Promise<WholeCircle> =>
  db.write(async (tx) => {
    const circle = await findCircle(tx.q, viewer, id);
    assertMayShowFace(circle);
    const [own] = await lockRows(
      tx,
      tx.q
        .selectFrom('circle_members')
        .select('face_since')
        .where('circle_id', '=', circle.id)
        .where('user_id', '=', viewer.id),
    );
    const wasShown = Boolean(own?.face_since);
    if (shown !== wasShown || own?.face_since === null) {
      await tx.q
        .updateTable('circle_members')
        .set({ face_since: shown ? Date.now() : 0 })
        .where('circle_id', '=', circle.id)
        .where('user_id', '=', viewer.id)
        .execute();
      // Nobody else learns of an answer that changes nothing for them.
      const to = shown === wasShown ? { members: [viewer.id] } : { circle: circle.id };
      await publish(tx, { kind: 'circle', id: circle.publicId, to });
    }
    return loadCircle(tx.q, viewer, circle.publicId);
  });
