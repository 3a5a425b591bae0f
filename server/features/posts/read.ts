import { sql } from 'kysely';
import type { Input, Output } from '../../../contract/endpoint.ts';
import { limits } from '../../../contract/limits.ts';
import type { audience, ofMember } from '../../../contract/posts.ts';
import type { Post } from '../../../contract/shapes.ts';
import { countReaders } from '../../access/audience.ts';
import { findCircles, findMember, findPost } from '../../access/find.ts';
import { assertIsAuthor } from '../../access/assert-may.ts';
import { openPageByName } from '../../access/page-by-name.ts';
import { readPerson, selectPerson, time } from '../../access/present.ts';
import { col, bind, seesCircleById, readersOfPost, seesPost, readersByCircle } from '../../access/sees.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import { type Database, prepared, type Queries, type StatementRunner } from '../../platform/db/database.ts';
import { missing } from '../../platform/problem.ts';
import { type PostRow, readPost, selectPosts } from './select.ts';
import { pageOf } from '../../platform/text/cursor.ts';

const postById = prepared<{ viewer: number; post: number }, PostRow>({
  name: 'post_by_id',
  parameters: ['viewer', 'post'],
  text: ({ viewer, post }) =>
    selectPosts(viewer, sql`select id as post_id, id as position from posts where id = ${post}`),
});

/** A post as its viewer sees it. @throws missing */
export const loadPost = async (from: StatementRunner, viewer: Viewer, publicId: string): Promise<Post> => {
  const post = await findPost(from, viewer, publicId);
  const [row] = await from.run(postById, { viewer: viewer.id, post: post.id });
  if (!row) throw missing();
  return readPost(row);
};

const postsOfAuthor = prepared<
  { viewer: number; author: number; before: number | null; limit: number },
  PostRow
>({
  name: 'posts_of_author',
  parameters: ['viewer', 'author', 'before', 'limit'],
  text: ({ viewer, author, before, limit }) => sql<PostRow>`
    ${selectPosts(
      viewer,
      sql`select written.id as post_id, written.id as position from posts written
        where written.author_id = ${author} and written.id < coalesce(${before}, 9007199254740991)
          and ${seesPost(viewer, { id: col('written.id'), author: col('written.author_id') })}
        order by written.id desc limit ${limit}`,
    )} order by found.position desc`,
});

/** A page of a member's posts that the viewer sees, newest first. @throws missing */
export const listPostsOfMember = async (
  { db, cursors }: Pick<AppContext, 'db' | 'cursors'>,
  viewer: Viewer,
  input: { usernameOrId: string; cursor?: string | undefined; limit?: number | undefined },
): Promise<Output<typeof ofMember>> => {
  const member = await findMember(db.read, viewer, input.usernameOrId);
  const size = input.limit ?? limits.pageDefault;
  const list = `posts of ${member.publicId}`;
  const [before] = input.cursor ? cursors.open(list, input.cursor) : [];
  const rows = await db.run(postsOfAuthor, {
    viewer: viewer.id,
    author: member.id,
    before: before ?? null,
    limit: size + 1,
  });
  const { page, nextCursor } = pageOf(rows, size, (last) => cursors.seal(list, last.position));
  return { items: page.map(readPost), nextCursor };
};

/** The number of people besides the viewer who would see a moment shared with these circles. @throws missing */
export const countAudience = async (
  db: Database,
  viewer: Viewer,
  circleIds: readonly string[],
): Promise<{ count: number }> => {
  const circles = await findCircles(db.read, viewer, circleIds);
  return {
    count: await countReaders(
      db.read,
      viewer.id,
      circles.map((circle) => circle.id),
    ),
  };
};

interface ReaderRow {
  count: number;
  created_at: number;
  id: number | null;
  search_text: string;
  person: string;
}

interface ReaderCircle {
  id: number;
  circle: string;
  name: string;
  added_at: number;
}

/** The circles known to the viewer through which these members see a post, by the members' keys. */
const listCirclesOfReaders = async (q: Queries, viewer: Viewer, post: number, members: readonly number[]) => {
  if (members.length === 0) return new Map<number, ReaderCircle[]>();
  const { rows } = await sql<ReaderCircle>`
    select way.id, c.public_id as circle, c.name, way.added_at
    from (${readersByCircle(bind(post))}) way join circles c on c.id = way.circle_id
    where way.id in (${sql.join(members)}) and ${seesCircleById(bind(viewer.id), col('way.circle_id'))}
    order by c.name, c.id`.execute(q);
  return Map.groupBy(rows, (row) => row.id);
};

/**
 * A page of the members who see a post now, by name: through which of its circles, and since when. Members of a
 * circle that the author has left are counted but not named, because the author no longer sees it.
 * @throws missing, forbidden
 */
export const listAudience = async (
  { db, cursors }: Pick<AppContext, 'db' | 'cursors'>,
  viewer: Viewer,
  { id, cursor, limit: size = limits.pageDefault }: Input<typeof audience>,
): Promise<Output<typeof audience>> => {
  const post = await findPost(db, viewer, id);
  assertIsAuthor(viewer, post);
  const byName = openPageByName(cursors, { list: `audience ${id}`, cursor, size });
  const me = bind(viewer.id);
  const isKnown = seesCircleById(me, col('shared.circle_id'));
  const { rows } = await sql<ReaderRow>`
    with named as materialized (${readersOfPost(bind(post.id), me, sql`and ${isKnown}`)}),
      unnamed as materialized (${readersOfPost(bind(post.id), me, sql`and not ${isKnown}`)} except select id from named)
    select told.count, told.created_at, u.id, u.search_text, ${selectPerson(me, 'u')} as person
    from (select (select count(*) from named) + (select count(*) from unnamed) as count,
      created_at from posts where id = ${post.id}) told
    ${byName.join('named')}`.execute(db.read);
  const { page, nextCursor } = byName.read(rows);
  const createdAt = rows[0]?.created_at ?? 0;
  const ways = await listCirclesOfReaders(
    db.read,
    viewer,
    post.id,
    page.map((row) => row.id),
  );
  const items = page.map((row) => {
    const through = ways.get(row.id) ?? [];
    return {
      member: readPerson(row.person),
      circles: through.map(({ circle, name }) => ({ id: circle, name })),
      since: time(Math.max(createdAt, Math.min(...through.map((way) => way.added_at)))),
    };
  });
  return { items, nextCursor, count: rows[0]?.count ?? 0 };
};
