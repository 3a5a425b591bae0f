import { type RawBuilder, sql } from 'kysely';
import { countsInFeed, postOf, type Predicate, type SqlRef } from '../rules/sees.ts';

/** The posts that a notification of new moments is about. */
interface NewMoments {
  /** The key of the circle; null for all private circles of others. */
  circle: SqlRef;
  first: SqlRef;
  last: SqlRef;
}

/** The largest count of one notification, and the most rows of `post_circles` that are read for it. */
const max = { counted: 100, read: 1_000 };

// Posts `pc` of others that the viewer sees in the circle, or through others' private circles.
const newMoments = (viewer: SqlRef, { circle, first, last }: NewMoments) => sql`
  from circle_members m join circles c on c.id = m.circle_id
  join post_circles pc on pc.circle_id = m.circle_id and pc.post_id >= ${first} and pc.post_id <= ${last}
    and pc.post_id > m.sees_after_post_id
  where m.user_id = ${viewer}
    and (m.circle_id = ${circle} or (${circle} is null and c.kind = 'private' and c.owner_id <> ${viewer}))
    and pc.author_id <> ${viewer} and ${countsInFeed(viewer, postOf('pc'))}`;

/** The viewer still sees at least one of the posts. */
export const seesNewMoments = (viewer: SqlRef, moments: NewMoments): Predicate =>
  sql<boolean>`exists (select 1 ${newMoments(viewer, moments)})`;

/** The number of the posts that the viewer sees, up to 100. */
export const countNewMoments = (viewer: SqlRef, moments: NewMoments): RawBuilder<number> => sql<number>`(
  select count(*) from (
    select distinct post_id from (
      select pc.post_id ${newMoments(viewer, moments)} limit ${sql.lit(max.read)}) listed
    limit ${sql.lit(max.counted)}) counted)`;
