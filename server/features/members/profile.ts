import { sql } from 'kysely';
import type { Profile } from '../../../contract/members.ts';
import { findMember } from '../../access/find/members.ts';
import { readMember, readPerson, selectMember, selectPerson } from '../../access/show/present.ts';
import { isListed, seesFullProfile, bind } from '../../access/rules/sees.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Database } from '../../platform/db/database.ts';
import { missing } from '../../platform/problem.ts';

/** A member's profile by id or username, as far as the name rule opens it. @throws missing */
export const findProfile = async (db: Database, viewer: Viewer, usernameOrId: string): Promise<Profile> => {
  const member = await findMember(db.read, viewer, usernameOrId);
  const { rows } = await sql<{ member: string; voucher: string | null }>`
    select ${selectMember(bind(viewer.id), 'u')} as member,
      (select ${selectPerson(bind(viewer.id), 'v')} from users v
        where v.id = u.vouched_by and u.verification_status = 'approved'
          and ${isListed(bind(viewer.id), 'v', Date.now())}) as voucher
    from users u where u.id = ${member.id}`.execute(db.read);
  const [row] = rows;
  if (!row) throw missing();
  return { ...readMember(row.member), vouchedBy: row.voucher === null ? null : readPerson(row.voucher) };
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
