import { sql } from 'kysely';
import type { Queries } from '../../platform/db/database.ts';
import { missing } from '../../platform/problem.ts';
import { bind, col, keepsCircle, runsCircle, seesCircle, seesCircleById } from '../rules/sees.ts';
import type { Viewer } from '../viewer.ts';

export interface FoundCircle {
  id: number;
  publicId: string;
  ownerId: number;
  kind: 'shared' | 'private';
  isContacts: boolean;
  name: string;
  showsEarlier: boolean;
}

/** A circle that the viewer sees. */
export interface SeenCircle extends FoundCircle {
  /** Whether the viewer keeps it with its owner. */
  isKeeper: boolean;
}

export interface CircleRow {
  id: number;
  public_id: string;
  owner_id: number;
  kind: 'shared' | 'private';
  is_contacts: number;
  name: string;
  shows_earlier: number;
}

export const foundCircle = (row: CircleRow): FoundCircle => ({
  id: row.id,
  publicId: row.public_id,
  ownerId: row.owner_id,
  kind: row.kind,
  isContacts: row.is_contacts === 1,
  name: row.name,
  showsEarlier: row.shows_earlier === 1,
});

/** @throws missing */
export const findCircle = async (q: Queries, viewer: Viewer, publicId: string): Promise<SeenCircle> => {
  const [circle] = await findCircles(q, viewer, [publicId]);
  if (!circle) throw missing();
  return circle;
};

/**
 * All of the named circles, each once, in the order of the given ids.
 * @throws missing if the viewer may not know of one of them
 */
export const findCircles = async (
  q: Queries,
  viewer: Viewer,
  publicIds: readonly string[],
): Promise<SeenCircle[]> => {
  if (publicIds.length === 0) return [];
  const rows = await q
    .selectFrom('circles')
    .select(['id', 'public_id', 'owner_id', 'kind', 'is_contacts', 'name', 'shows_earlier'])
    .select(
      sql<number>`case when ${keepsCircle(bind(viewer.id), col('circles.id'))} then 1 else 0 end`.as('keeps'),
    )
    .where('public_id', 'in', publicIds)
    .where(
      seesCircle(bind(viewer.id), {
        id: col('circles.id'),
        kind: sql.ref('circles.kind'),
        owner: col('circles.owner_id'),
      }),
    )
    .execute();
  const found = new Map(rows.map((row) => [row.public_id, row]));
  return [...new Set(publicIds)].map((publicId) => {
    const row = found.get(publicId);
    if (!row) throw missing();
    return { ...foundCircle(row), isKeeper: row.keeps === 1 };
  });
};

/** Whether a member owns or keeps a circle. */
export const doesRunCircle = async (
  q: Queries,
  member: Pick<Viewer, 'id'>,
  circle: Pick<FoundCircle, 'id' | 'ownerId'>,
): Promise<boolean> => {
  const { rows } = await sql`select 1 where ${runsCircle(bind(member.id), {
    id: bind(circle.id),
    owner: bind(circle.ownerId),
  })}`.execute(q);
  return rows.length > 0;
};

/** The circles that the viewer sees among these keys. */
export const findCirclesByKey = async (
  q: Queries,
  viewer: Viewer,
  ids: readonly number[],
): Promise<SeenCircle[]> => {
  const rows = await q
    .selectFrom('circles')
    .select('public_id')
    .where('id', 'in', [0, ...ids])
    .where(seesCircleById(bind(viewer.id), col('circles.id')))
    .execute();
  return findCircles(
    q,
    viewer,
    rows.map((row) => row.public_id),
  );
};
