import { findMember } from '../../access/find.ts';
import type { Viewer } from '../../access/viewer.ts';
import { messages } from '../../../contract/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import { publish } from '../../platform/events/hub.ts';
import { conflict } from '../../platform/problem.ts';

/** Keeps a member's posts out of the viewer's own feeds and bell; nothing tells the other. @throws missing, conflict */
export const muteMember = (db: Database, viewer: Viewer, id: string): Promise<void> =>
  db.write(async (tx) => {
    if (id === viewer.publicId) throw conflict(messages.muteSelf);
    const member = await findMember(tx.q, viewer, id);
    await tx.q
      .insertInto('mutes')
      .values({ muter_id: viewer.id, muted_id: member.id, created_at: Date.now() })
      .onConflict((on) => on.doNothing())
      .execute();
    await publish(tx, { kind: 'circle', id: viewer.publicId, to: { members: [viewer.id] } });
  });

/** Idempotent. @throws missing */
export const unmuteMember = (db: Database, viewer: Viewer, id: string): Promise<void> =>
  db.write(async (tx) => {
    const member = await findMember(tx.q, viewer, id);
    await tx.q
      .deleteFrom('mutes')
      .where('muter_id', '=', viewer.id)
      .where('muted_id', '=', member.id)
      .execute();
    await publish(tx, { kind: 'circle', id: viewer.publicId, to: { members: [viewer.id] } });
  });
