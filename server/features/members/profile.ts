import { sql } from 'kysely';
import type { Member } from '../../../contract/shapes.ts';
import { findMember } from '../../access/find.ts';
import { readMember, selectMember } from '../../access/present.ts';
import { seesFullProfile, bind } from '../../access/sees.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Database } from '../../platform/db/database.ts';
import { missing } from '../../platform/problem.ts';

/** A member's profile by id or username, as far as the name rule opens it. @throws missing */
export const findProfile = async (db: Database, viewer: Viewer, usernameOrId: string): Promise<Member> => {
  const member = await findMember(db.read, viewer, usernameOrId);
  const { rows } = await sql<{ member: string }>`
    select ${selectMember(bind(viewer.id), 'u')} as member from users u where u.id = ${member.id}`.execute(
    db.read,
  );
  const [row] = rows;
  if (!row) throw missing();
  return readMember(row.member);
};

/** Whether the name rule opens a member to the viewer. @throws missing */
export const findHasAdded = async (
  db: Database,
  viewer: Viewer,
  id: string,
): Promise<{ hasAddedMe: boolean }> => {
  const member = await findMember(db.read, viewer, id);
  const { rows } = await sql<{ opened: number | boolean }>`
    select ${seesFullProfile(bind(viewer.id), bind(member.id))} as opened`.execute(db.read);
  return { hasAddedMe: Boolean(rows[0]?.opened) };
};
