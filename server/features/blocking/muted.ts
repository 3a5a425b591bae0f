import { sql } from 'kysely';
import type { Person } from '../../../contract/shapes.ts';
import { readPerson, selectPerson } from '../../access/present.ts';
import { column, key, seesPerson } from '../../access/sees.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Database } from '../../platform/db/database.ts';

/** Members whose moments the viewer has muted, names only, the latest first. */
export const ownMutes = async (db: Database, viewer: Viewer): Promise<Person[]> => {
  const { rows } = await sql<{ person: string }>`
    select ${selectPerson(key(viewer.id), 'u')} as person
    from mutes m join users u on u.id = m.muted_id
    where m.muter_id = ${viewer.id} and ${seesPerson(key(viewer.id), column('u.id'))}
    order by m.created_at desc, m.muted_id`.execute(db.read);
  return rows.map((row) => readPerson(row.person));
};
