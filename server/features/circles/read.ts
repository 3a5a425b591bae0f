import { type RawBuilder, sql } from 'kysely';
import type { CircleMember, CirclePlace, WholeCircle } from '../../../contract/circles.ts';
import type { Circle } from '../../../contract/shapes.ts';
import { loadCover } from '../../access/show/cover.ts';
import { loadNewSince } from '../../access/show/new-since.ts';
import { readKeys, readMember, readPerson, selectMember, selectPerson } from '../../access/show/present.ts';
import { col, isBanned, bind, runsCircle, seesCircle, seesPerson } from '../../access/rules/sees.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Database, Queries } from '../../platform/db/database.ts';
import { missing } from '../../platform/problem.ts';

interface CircleRow {
  id: number;
  public_id: string;
  name: string;
  description: string;
  color: string;
  kind: 'shared' | 'private';
  shows_earlier: number;
  letters_carry: Circle['lettersCarry'];
  is_contacts: number;
  owner: string;
  owner_id: number;
  priority: number;
  visible_members: number;
  keeps: number;
  face_since: number | null;
  faces: string | null;
}

// The viewer's circles, with the number of members whom the viewer may know of: a block between two members hides one
// from the other (BLOCK-1).
const selectCircles = (
  viewer: Viewer,
  which: RawBuilder<unknown>,
  withFaces: RawBuilder<string | null> = sql`null`,
) => {
  const me = bind(viewer.id);
  return sql<CircleRow>`
    select c.id, c.public_id, c.name, c.description, c.color, c.kind, c.shows_earlier, c.letters_carry, c.is_contacts,
      c.owner_id, o.public_id as owner, m.priority, m.kept_since is not null as keeps,
      m.face_since, ${withFaces} as faces,
      c.member_count - (
        select count(*) from blocks b join circle_members hidden
          on hidden.circle_id = c.id and hidden.user_id = case when b.blocker_id = ${viewer.id} then b.blocked_id else b.blocker_id end
        where (b.blocker_id = ${viewer.id}
          or (b.blocked_id = ${viewer.id} and not exists (
            select 1 from blocks mutual where mutual.blocker_id = ${viewer.id} and mutual.blocked_id = b.blocker_id)))
          and not ${isBanned(col('hidden.user_id'))}
      ) as visible_members
    from circle_members m join circles c on c.id = m.circle_id join users o on o.id = c.owner_id
    where m.user_id = ${viewer.id}
      and ${seesCircle(me, { id: col('c.id'), kind: sql.ref('c.kind'), owner: col('c.owner_id') })}
      ${which}
    order by m.priority desc, c.name, c.id`;
};

// Private circles ask nobody, and show nobody.
const faceOf = ({ kind, face_since: since }: CircleRow): Circle['face'] => {
  if (since === null && kind === 'shared') return 'unanswered';
  return since ? 'shown' : 'hidden';
};

const toCircle = (row: CircleRow, viewer: Viewer, members: Circle['members']): Circle => ({
  id: row.public_id,
  name: row.name,
  description: row.description,
  color: row.color,
  kind: row.kind,
  showsEarlierPosts: row.shows_earlier === 1,
  lettersCarry: row.letters_carry,
  isContacts: row.is_contacts === 1,
  isOwner: row.owner_id === viewer.id,
  isKeeper: Boolean(row.keeps),
  face: faceOf(row),
  priority: row.priority,
  memberCount: row.visible_members,
  creatorId: row.owner,
  members,
});

/** The number of faces that a circle shows in a list. */
const faces = 4;

/**
 * The keys of the first members besides the owner. They come from the end of an index: a circle may have a thousand.
 */
const selectFaces = (viewer: Viewer): RawBuilder<string> => sql`(
  select cast(json_group_array(first.user_id) as text) from (
    select face.user_id from circle_members face
    where face.circle_id = c.id and face.user_id <> c.owner_id
      and ${seesPerson(bind(viewer.id), col('face.user_id'))}
    order by face.added_at, face.user_id limit ${faces}) first)`;

/** The circles that the viewer sees, highest priority first, each with its first faces. */
export const listCircles = async (q: Queries, viewer: Viewer): Promise<Circle[]> => {
  const { rows } = await selectCircles(viewer, sql``, selectFaces(viewer)).execute(q);
  if (rows.length === 0) return [];
  const facesOf = new Map(rows.map((row) => [row.id, [row.owner_id, ...readKeys(row.faces)]]));
  // Most faces are in several of the circles: select each member once.
  const { rows: found } = await sql<{ id: number; member: string }>`
    select u.id, ${selectMember(bind(viewer.id), 'u', { counts: false })} as member from users u
    where u.id in (${sql.join([...new Set([...facesOf.values()].flat())])})
      and ${seesPerson(bind(viewer.id), col('u.id'))}`.execute(q);
  const members = new Map(found.map((row) => [row.id, readMember(row.member)]));
  return rows.map((row) => {
    const shown = (facesOf.get(row.id) ?? []).flatMap((id) => members.get(id) ?? []);
    return toCircle(row, viewer, shown.slice(0, faces));
  });
};

/** The circles that the viewer sees, highest priority first, without their members. */
export const listCircleNames = async (q: Queries, viewer: Viewer): Promise<Circle[]> => {
  const { rows } = await selectCircles(viewer, sql``).execute(q);
  return rows.map((row) => toCircle(row, viewer, []));
};

const load = async (
  q: Queries,
  viewer: Viewer,
  publicId: string,
): Promise<{ id: number; circle: WholeCircle }> => {
  const { rows } = await selectCircles(viewer, sql`and c.public_id = ${publicId}`).execute(q);
  const [row] = rows;
  if (!row) throw missing();
  const me = bind(viewer.id);
  const { rows: members } = await sql<{ member: string; role: CircleMember['role']; adder: string | null }>`
    select ${selectMember(me, 'u')} as member,
      case when m.user_id = ${row.owner_id} then 'owner' when m.kept_since is null then 'member' else 'keeper' end as role,
      case when a.id is not null then ${selectPerson(me, 'a')} end as adder
    from circle_members m join users u on u.id = m.user_id
    left join users a on a.id = m.added_by and a.id <> m.user_id and ${seesPerson(me, col('a.id'))}
      and ${runsCircle(me, { id: sql`${row.id}`, owner: sql`${row.owner_id}` })}
    where m.circle_id = ${row.id} and ${seesPerson(me, col('m.user_id'))}
    order by case when m.user_id = ${row.owner_id} then 0 else 1 end, m.added_at, m.user_id`.execute(q);
  const circle = toCircle(row, viewer, []);
  const shown = members.map(({ member: stored, role, adder }) => {
    const member = readMember(stored);
    // The name rule opens the time of joining with the rest of a profile. Nobody learns why it is open.
    const showsProfile = member.id === viewer.publicId ? circle.face === 'shown' : member.createdAt !== null;
    return { ...member, role, addedBy: adder === null ? null : readPerson(adder), showsProfile };
  });
  return { id: row.id, circle: { ...circle, members: shown } };
};

/** One circle with all its members, the owner first. @throws missing */
export const loadCircle = async (q: Queries, viewer: Viewer, publicId: string): Promise<WholeCircle> =>
  (await load(q, viewer, publicId)).circle;

/** One circle as its page shows it. @throws missing */
export const loadPlace = async (
  db: Pick<Database, 'read' | 'run'>,
  viewer: Viewer,
  publicId: string,
): Promise<CirclePlace> => {
  const { id, circle } = await load(db.read, viewer, publicId);
  const newSince = await loadNewSince(db, viewer, id);
  return { ...circle, newSince, ...(await loadCover(db, viewer, id)) };
};

/** Whether anybody has begun a circle that others can be in. */
export const hasSharedCircle = async (q: Queries): Promise<boolean> =>
  (await q.selectFrom('circles').select('id').where('kind', '=', 'shared').limit(1).executeTakeFirst()) !==
  undefined;

const nameOf = ({
  id,
  username,
  firstName,
  lastName,
}: Record<'id' | 'firstName' | 'lastName', string> & { username: string | null }) => ({
  id,
  username,
  firstName,
  lastName,
});

/** The circles that the viewer knows of, with the members of those that the viewer owns. */
export async function* knownCircles(db: Database, viewer: Viewer) {
  for (const { members: _, ...circle } of await listCircles(db.read, viewer)) {
    const members = circle.isOwner
      ? (await loadCircle(db.read, viewer, circle.id)).members.map(nameOf)
      : null;
    yield { ...circle, members };
  }
}
