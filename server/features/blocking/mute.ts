import { sql } from 'kysely';
import type { Person } from '../../../contract/shapes.ts';
import { findMember } from '../../access/find/members.ts';
import { readPerson, selectPerson } from '../../access/show/present.ts';
import { isListed, bind } from '../../access/rules/sees.ts';
import type { Viewer } from '../../access/viewer.ts';
import { messages } from '../../../contract/errors/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import { publish } from '../../platform/events/hub.ts';
import { conflict } from '../../platform/problem.ts';

/** Keeps a member's posts out of the viewer's own feeds and bell; nothing tells the other. @throws missing, conflict */
export const muteMember = (db: Database, viewer: Viewer, id: string): Promise<void> =>
  db.write(async (tx) => {
    const member = await findMember(tx.q, viewer, id);
    if (member.id === viewer.id) throw conflict(messages.muteSelf);
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

/** Members whom the viewer has muted, newest first. Leaves out members that the viewer can no longer see. */
export const listMutes = async (db: Database, viewer: Viewer): Promise<Person[]> => {
  const { rows } = await sql<{ person: string }>`
    select ${selectPerson(bind(viewer.id), 'u')} as person
    from mutes m join users u on u.id = m.muted_id
    where m.muter_id = ${viewer.id} and ${isListed(bind(viewer.id), 'u', Date.now())}
    order by m.created_at desc, m.muted_id`.execute(db.read);
  return rows.map((row) => readPerson(row.person));
};
