import { type RawBuilder, sql } from 'kysely';
import type { Input, Output } from '../../../contract/endpoint.ts';
import { limits } from '../../../contract/limits.ts';
import type * as calls from '../../../contract/audience/audience.ts';
import { assertIsAuthor, assertIsWriter } from '../../access/assert-may.ts';
import { countReaders, listReadersByLetter } from '../../access/readers/audience.ts';
import { countFormerReaders } from '../../access/readers/former-readers.ts';
import { findCircles } from '../../access/find/circles.ts';
import { findPost } from '../../access/find/posts.ts';
import { findSeenComment, type FoundComment } from '../../access/find/comments.ts';
import { openPageByName } from '../../access/show/page-by-name.ts';
import { readPerson, selectPerson, time } from '../../access/show/present.ts';
import {
  bind,
  col,
  hiddenPeople,
  readersByCircle,
  readersOfPost,
  seesCircleById,
} from '../../access/rules/sees.ts';
import { leftCircles } from '../../access/readers/why-not-seen.ts';
import type { Viewer } from '../../access/viewer.ts';
import { findMomentFrames } from '../../access/readers/framers.ts';
import type { AppContext } from '../../app-context.ts';
import type { Database, Queries } from '../../platform/db/database.ts';

type Context = Pick<AppContext, 'db' | 'cursors'>;

/** The number of people besides the viewer who would see a moment shared with these circles. @throws missing */
export const countReadersOf = async (
  { read }: Pick<Database, 'read'>,
  viewer: Viewer,
  { circleIds, ...left }: Input<typeof calls.countAudience>,
): Promise<Output<typeof calls.countAudience>> => {
  const circles = await findCircles(read, viewer, circleIds);
  const ids = circles.map((circle) => circle.id);
  return {
    count: await countReaders(read, viewer.id, ids, left),
    byLetter: left.withoutLetters ? [] : await listReadersByLetter(read, viewer.id, ids, left),
    frames: await findMomentFrames(read, viewer, { circles: ids, hiddenFrom: left.hiddenFrom }),
  };
};

interface Way {
  id: number;
  circle: string;
  name: string;
  added_at: number;
}

/**
 * The circles known to the viewer through which these members see a post or comment, by the members' keys. `ways`
 * yields `id, circle_id, added_at`.
 */
export const findWays = async (
  q: Queries,
  viewer: Viewer,
  ways: RawBuilder<unknown>,
  members: readonly number[],
): Promise<Map<number, Way[]>> => {
  if (members.length === 0) return new Map();
  const { rows } = await sql<Way>`
    select way.id, c.public_id as circle, c.name, way.added_at
    from (${ways}) way join circles c on c.id = way.circle_id
    where way.id in (${sql.join(members)}) and ${seesCircleById(bind(viewer.id), col('way.circle_id'))}
    order by c.name, c.id`.execute(q);
  return Map.groupBy(rows, (row) => row.id);
};

export const presentCircles = (ways: readonly Way[] = []) =>
  ways.map(({ circle, name }) => ({ id: circle, name }));

interface MemberRow {
  id: number;
  person: string;
}

const readersFrom = (
  page: readonly MemberRow[],
  ways: ReadonlyMap<number, Way[]>,
  createdAt: number,
): calls.Reader[] =>
  page.map((row) => {
    const through = ways.get(row.id) ?? [];
    const member = readPerson(row.person);
    const joined = Math.min(...through.map((way) => way.added_at));
    return {
      member,
      circles: presentCircles(through),
      since: time(through.length === 0 ? createdAt : Math.max(createdAt, joined)),
      byLetter: member.byLetter,
    };
  });

interface AudienceRow {
  count: number;
  created_at: number;
  id: number | null;
  search_text: string;
  person: string;
}

/**
 * A page of the members who see a post now, by name: through which of its circles, and since when (TRUTH-20). The
 * members of a circle that the author has left are counted but not named. Their number depends on nothing that the
 * author does to a member, such as leaving somebody out, or it would tell who is in that circle (TRUTH-24).
 * @throws missing, forbidden
 */
export const listAudience = async (
  { db, cursors }: Context,
  viewer: Viewer,
  { id, cursor, limit: size = limits.pageDefault }: Input<typeof calls.audience>,
): Promise<Output<typeof calls.audience>> => {
  const post = await findPost(db, viewer, id);
  assertIsAuthor(viewer, post);
  const byName = openPageByName(cursors, { list: `audience ${id}`, cursor, size });
  const [me, key] = [bind(viewer.id), bind(post.id)];
  const isKnown = seesCircleById(me, col('shared.circle_id'));
  const former = countFormerReaders({
    author: me,
    post: key,
    createdAt: col('posts.created_at'),
    present: sql`select id from named`,
  });
  const { rows } = await sql<AudienceRow & { unnamed: number; former: number }>`
    with named as materialized (${readersOfPost(key, me, sql`and ${isKnown}`)})
    select told.count, told.unnamed, told.former, told.created_at, u.id, u.search_text, ${selectPerson(me, 'u')} as person
    from (select created_at, (select count(*) from named) as count, ${former} as former, (
        select count(distinct inside.user_id) from circle_members inside
        where inside.circle_id in (${leftCircles(me, key)}) and inside.sees_after_post_id < ${key}) as unnamed
      from posts where id = ${post.id}) told
    ${byName.join('named')}`.execute(db.read);
  const { page, nextCursor } = byName.read(rows);
  const [told] = rows;
  const unnamed = told?.unnamed ?? 0;
  const keys = page.map((row) => row.id);
  const ways = await findWays(db.read, viewer, readersByCircle(key), keys);
  return {
    items: readersFrom(page, ways, told?.created_at ?? 0),
    nextCursor,
    count: (told?.count ?? 0) + unnamed,
    unnamed,
    formerReaders: unnamed > 0 ? null : (told?.former ?? 0),
    frames: await findMomentFrames(db.read, viewer, { post: post.id }),
  };
};

const membersByCircle = ({ id }: FoundComment) => sql`
  select present.user_id as id, kept.circle_id, present.added_at
  from comment_circles kept join circle_members present on present.circle_id = kept.circle_id
  where kept.comment_id = ${id}`;

/**
 * A page of the members who can read a comment of the viewer's, by name. Only the author of its post knows who sees
 * the post: for the author the list is exact, for all others it names everybody who would read the comment if they see
 * the post, or it would tell blocks and whom the author left out (TRUTH-25).
 * @throws missing, forbidden
 */
export const listCommentAudience = async (
  { db, cursors }: Context,
  viewer: Viewer,
  { id, cursor, limit: size = limits.pageDefault }: Input<typeof calls.commentAudience>,
): Promise<Output<typeof calls.commentAudience>> => {
  const comment = await findSeenComment(db, viewer, id);
  assertIsWriter(viewer, comment);
  const byName = openPageByName(cursors, { list: `comment audience ${id}`, cursor, size });
  const me = bind(viewer.id);
  const ways = membersByCircle(comment);
  const isReader =
    comment.postAuthorId === viewer.id
      ? sql`and reader.id in (${readersOfPost(bind(comment.postId), me)})`
      : sql``;
  const { rows } = await sql<AudienceRow & { has_unnamed: number | boolean }>`
    with named as materialized (
      select reader.id from (
        select way.id from (${ways}) way where ${seesCircleById(me, col('way.circle_id'))}
        union select id from users where id in (${comment.postAuthorId}, ${comment.answeredId ?? 0})) reader
      where reader.id <> ${viewer.id} and reader.id not in (${hiddenPeople(me)}) ${isReader})
    select told.count, told.has_unnamed, told.created_at, u.id, u.search_text, ${selectPerson(me, 'u')} as person
    from (select created_at, (select count(*) from named) as count, exists (
        select 1 from comment_circles kept where kept.comment_id = comments.id
          and not ${seesCircleById(me, col('kept.circle_id'))}) as has_unnamed
      from comments where id = ${comment.id}) told
    ${byName.join('named')}`.execute(db.read);
  const { page, nextCursor } = byName.read(rows);
  const [told] = rows;
  const keys = page.map((row) => row.id);
  return {
    items: readersFrom(page, await findWays(db.read, viewer, ways, keys), told?.created_at ?? 0),
    nextCursor,
    count: told?.count ?? 0,
    hasUnnamed: Boolean(told?.has_unnamed),
  };
};
