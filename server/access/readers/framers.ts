import { type RawBuilder, sql } from 'kysely';
import { limits } from '../../../contract/limits.ts';
import type { Person } from '../../../contract/shapes.ts';
import type { MomentFrames } from '../../../contract/frames.ts';
import type { Queries } from '../../platform/db/database.ts';
import {
  bind,
  col,
  isInFeedOf,
  type Predicate,
  seesCircleById,
  seesPerson,
  seesPostById,
  type SqlRef,
} from '../rules/sees.ts';
import { readPerson, selectPerson } from '../show/present.ts';
import type { Viewer } from '../viewer.ts';

/** A frame that nobody has used for this time is over (FRAME-6). */
export const unusedForMs = 60 * 24 * 60 * 60_000;

interface FramerRow {
  person: string;
  total: number | string;
}

const isUsed = () => sql<boolean>`f.last_seen_at > ${Date.now() - unusedForMs}`;

/** The members, as the viewer sees them, of the frames `f` that `shows` names; the longest first. */
const framers = (viewer: SqlRef, shows: Predicate): RawBuilder<FramerRow> => sql<FramerRow>`
  select ${selectPerson(viewer, 'u')} as person, count(*) over () as total
  from (select f.user_id, min(f.id) as first from frames f where ${shows} and ${isUsed()} group by f.user_id) shows
  join users u on u.id = shows.user_id
  where ${seesPerson(viewer, col('u.id'))}
  order by shows.first limit ${sql.lit(limits.framersNamed)}`;

/** Members who show a circle on a frame, as a viewer who sees the circle sees them (FRAME-14). */
export const listFramers = async (
  q: Queries,
  viewer: Viewer,
  circle: { id: number },
): Promise<{ items: Person[]; count: number }> => {
  const { rows } = await framers(bind(viewer.id), sql`f.circle_id = ${circle.id}`).execute(q);
  return { items: rows.map(({ person }) => readPerson(person)), count: Number(rows[0]?.total ?? 0) };
};

/** A moment of the viewer, or one that is to be shared with circles that the viewer sees. */
export type FramedMoment =
  | { readonly post: number }
  | { readonly circles: readonly number[]; readonly hiddenFrom?: readonly string[] | undefined };

/**
 * The frame's member sees the moment in the frame's circle, and its author knows the circle. Which photos that others
 * added to an album the member sees depends on blocks, so any photo counts.
 */
const showsMoment = (author: SqlRef, moment: FramedMoment): Predicate => {
  if ('post' in moment) {
    const post = bind(moment.post);
    return sql<boolean>`f.circle_id in (select shared.circle_id from post_circles shared where shared.post_id = ${post})
      and exists (select 1 from images i where i.post_id = ${post})
      and ${isInFeedOf(col('f.user_id'), col('f.circle_id'), post)} and ${seesPostById(col('f.user_id'), post)}
      and ${seesCircleById(author, col('f.circle_id'))}`;
  }
  const { circles, hiddenFrom = [] } = moment;
  return sql<boolean>`f.circle_id in (${sql.join(circles)}) and f.user_id not in (
    select id from users where public_id in (${sql.join(['', ...hiddenFrom])}))`;
};

/** The frames that show the photos of the viewer's moment (FRAME-14); undefined if none does. */
export const findMomentFrames = async (
  q: Queries,
  viewer: Viewer,
  moment: FramedMoment,
): Promise<MomentFrames | undefined> => {
  if ('circles' in moment && moment.circles.length === 0) return undefined;
  const me = bind(viewer.id);
  const { rows } = await framers(me, showsMoment(me, moment)).execute(q);
  const [first] = rows;
  if (!first) return undefined;
  const people = rows.map(({ person }) => readPerson(person));
  const named = people.filter(({ id }) => id !== viewer.publicId);
  return {
    names: named.map(({ firstName }) => firstName),
    others: Number(first.total) - people.length,
    isOwn: named.length < people.length,
  };
};

/** Whether a frame shows the circle. */
export const isOnFrame = async (q: Queries, circle: { id: number }): Promise<boolean> => {
  const found = await q
    .selectFrom('frames as f')
    .select('f.id')
    .where('f.circle_id', '=', circle.id)
    .where(isUsed())
    .executeTakeFirst();
  return found !== undefined;
};
