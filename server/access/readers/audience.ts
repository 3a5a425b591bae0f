import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../../platform/db/database.ts';
import { col, hiddenPeople, bind, type SqlRef, seesPost, seesPostById } from '../rules/sees.ts';
import { seesCommentById, seesLike } from '../rules/sees-talk.ts';
import { seesPhotoOfSeenPost } from '../rules/sees-photos.ts';

/** The key of a post, comment or circle whose readers are to be found, a like, or photos of a post. */
export type Visible =
  | { readonly post: number }
  | { readonly comment: number }
  | { readonly circle: number }
  | { readonly like: Like }
  | { readonly photos: Photos };

interface Like {
  readonly post: number;
  readonly giver: number;
  readonly circles: readonly number[];
  /** The member who added the liked photo; undefined for a like of the moment. */
  readonly adder?: number | undefined;
}

/** Photos of a post, by the members who added them. */
interface Photos {
  readonly post: number;
  readonly adders: readonly number[];
}

const ofPost = (post: RawBuilder<unknown>) => sql`
  select reader.user_id as id from post_circles shared
  join circle_members reader on reader.circle_id = shared.circle_id where shared.post_id = ${post}
  union select author_id from posts where id = ${post}`;

const proposed = (what: Visible): RawBuilder<unknown> => {
  if ('post' in what) return ofPost(sql`${what.post}`);
  if ('like' in what) return ofPost(sql`${what.like.post}`);
  if ('photos' in what) return ofPost(sql`${what.photos.post}`);
  if ('comment' in what) return ofPost(sql`(select post_id from comments where id = ${what.comment})`);
  return sql`select user_id as id from circle_members where circle_id = ${what.circle}`;
};

// No circle and no member has the key 0.
const seesLikeIn = (candidate: SqlRef, { post, giver, circles, adder }: Like) => sql<boolean>`exists (
  select 1 from posts beneath where beneath.id = ${post} and ${seesLike(candidate, {
    giver: bind(giver),
    post: col('beneath.id'),
    postAuthor: col('beneath.author_id'),
    circles: sql`select id as circle_id from circles where id in (${sql.join([0, ...circles])})`,
  })}
    and ${adder === undefined ? sql`true` : seesPhotoOfSeenPost(candidate, { adder: bind(adder), post: col('beneath.id'), postAuthor: col('beneath.author_id') })})`;

/** The candidate sees the post, and photos of one of these members in it. */
const seesPhotosOf = (candidate: SqlRef, { post, adders }: Photos) => sql<boolean>`exists (
  select 1 from posts beneath join users adder on adder.id in (${sql.join([0, ...adders])})
  where beneath.id = ${post} and ${seesPost(candidate, { id: col('beneath.id'), author: col('beneath.author_id') })}
    and ${seesPhotoOfSeenPost(candidate, { adder: col('adder.id'), post: col('beneath.id'), postAuthor: col('beneath.author_id') })})`;

/**
 * The candidate sees it. Callers propose candidates from the circles or the open connections; this predicate
 * decides.
 */
const seesVisible = (candidate: SqlRef, what: Visible): RawBuilder<boolean> => {
  if ('comment' in what) return seesCommentById(candidate, bind(what.comment));
  if ('like' in what) return seesLikeIn(candidate, what.like);
  if ('photos' in what) return seesPhotosOf(candidate, what.photos);
  if ('post' in what) return seesPostById(candidate, bind(what.post));
  // A circle's event names the circle and its people. It goes to all members of a shared circle, and to the owner of
  // a private one.
  return sql`exists (
    select 1 from circle_members m join circles c on c.id = m.circle_id
    where c.id = ${what.circle} and m.user_id = ${candidate} and (c.kind = 'shared' or c.owner_id = m.user_id))`;
};

const readersAmong = async (
  q: Queries,
  what: Visible,
  candidates: RawBuilder<unknown>,
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select candidate.id from (${candidates}) candidate
    where ${seesVisible(col('candidate.id'), what)}`.execute(q);
  return rows.map((row) => row.id);
};

/**
 * The keys of the members who see the object now. The circles propose candidates, `sees` decides. Call it before a
 * deletion or removal: afterwards it finds nobody.
 */
export const findAudience = (q: Queries, what: Visible): Promise<number[]> =>
  readersAmong(q, what, proposed(what));

/** The keys of the given members who see the object now. */
export const findAudienceAmong = (
  q: Queries,
  what: Visible,
  members: readonly number[],
): Promise<number[]> =>
  members.length === 0
    ? Promise.resolve([])
    : readersAmong(q, what, sql`select id from users where id in (${sql.join(members)})`);

/** The maximum number of members that one statement asks about. */
const batchSize = 256;

/**
 * The connected members who see it. A moment with thousands of readers costs little while few of them are
 * connected.
 */
export const findConnectedAudience = async (
  q: Queries,
  what: Visible,
  connected: readonly number[],
): Promise<number[]> => {
  let asked = connected;
  if (connected.length > batchSize) {
    // Most connected members are in none of the object's circles: filter them out before asking.
    const { rows } = await sql<{ id: number }>`${proposed(what)}`.execute(q);
    const near = new Set(rows.map((row) => row.id));
    asked = connected.filter((member) => near.has(member));
  }
  const found: number[] = [];
  for (let from = 0; from < asked.length; from += batchSize) {
    const some = asked.slice(from, from + batchSize);
    // Pad the list to a power of two: the database then prepares few different statements and reuses them.
    const size = 2 ** Math.ceil(Math.log2(some.length));
    const keys = Array.from({ length: size }, (_, at) => some[at] ?? some[0]);
    const candidates = sql`select id from users where id in (${sql.join(keys)})`;
    found.push(...(await readersAmong(q, what, candidates)));
  }
  return found;
};

/** The members that a post leaves out: by id, or the present mailbox members of its circles. */
export interface LeftOut {
  hiddenFrom?: readonly string[] | undefined;
  withoutLetters?: boolean | undefined;
}

const futureReaders = (viewerId: number, circleIds: readonly number[], { hiddenFrom = [] }: LeftOut) => sql`
  from (select distinct m.user_id as id from circle_members m where m.circle_id in (${sql.join(circleIds)})) reader
  join users u on u.id = reader.id
  where u.id <> ${viewerId} and u.id not in (${hiddenPeople(bind(viewerId))})
    ${hiddenFrom.length > 0 ? sql`and u.public_id not in (${sql.join(hiddenFrom)})` : sql``}`;

/** The number of distinct people, without the viewer, who would see a new post in these circles. */
export const countReaders = async (
  q: Queries,
  viewerId: number,
  circleIds: readonly number[],
  left: LeftOut,
): Promise<number> => {
  if (circleIds.length === 0) return 0;
  const { rows } = await sql<{ count: number }>`
    select count(*) as count ${futureReaders(viewerId, circleIds, left)}
      ${left.withoutLetters ? sql`and u.by_letter = 0` : sql``}`.execute(q);
  return rows[0]?.count ?? 0;
};

/** The first names of the mailbox members who would see a new post in these circles, at most 1,000. */
export const listReadersByLetter = async (
  q: Queries,
  viewerId: number,
  circleIds: readonly number[],
  left: LeftOut,
): Promise<string[]> => {
  if (circleIds.length === 0) return [];
  const { rows } = await sql<{ first_name: string }>`
    select u.first_name ${futureReaders(viewerId, circleIds, left)} and u.by_letter = 1
    order by u.first_name, u.id limit 1000`.execute(q);
  return rows.map((row) => row.first_name);
};

/**
 * The keys of the members who may see something of a member: those in a circle with them of which both know, and those
 * in a circle that holds a moment of theirs, the member among them. They may lose it when the member is blocked, banned or
 * deleted.
 */
export const findOnlookers = async (q: Queries, member: number, only?: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from (
      select other.user_id as id from circle_members own join circles c on c.id = own.circle_id
      join circle_members other on other.circle_id = c.id
      where own.user_id = ${member} and (c.kind = 'shared' or c.owner_id in (${member}, other.user_id))
      union
      select other.user_id from (
        select distinct shared.circle_id from posts p join post_circles shared on shared.post_id = p.id
        where p.author_id = ${member}) placed
      join circle_members other on other.circle_id = placed.circle_id) onlooker
    ${only === undefined ? sql`` : sql`where id = ${only}`}`.execute(q);
  return rows.map((row) => row.id);
};
