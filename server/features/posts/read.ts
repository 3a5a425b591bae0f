import { sql } from 'kysely';
import type { Output } from '../../../contract/endpoint.ts';
import { limits } from '../../../contract/limits.ts';
import type { ofMember } from '../../../contract/posts.ts';
import type { Post } from '../../../contract/shapes.ts';
import { countReaders, findAudience } from '../../access/audience.ts';
import { findCircles, findMember, findPost } from '../../access/find.ts';
import { mayActAsAuthor } from '../../access/may.ts';
import { readPerson, selectPerson, time } from '../../access/present.ts';
import { column, key, knowsCircle, seesPerson, seesPost } from '../../access/sees.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { House } from '../../house.ts';
import { type Database, hot, type Queries } from '../../platform/db/database.ts';
import { missing } from '../../platform/problem.ts';
import { type PostRow, readPost, selectPosts } from './select.ts';
import { pageOf } from '../../platform/text/cursor.ts';

/** A post as its viewer sees it. @throws missing */
export const loadPost = async (q: Queries, viewer: Viewer, publicId: string): Promise<Post> => {
  const post = await findPost(q, viewer, publicId);
  const { rows } = await selectPosts(
    key(viewer.id),
    sql`select id as post_id, id as position from posts where id = ${post.id}`,
  ).execute(q);
  const [row] = rows;
  if (!row) throw missing();
  return readPost(row);
};

const postsOfAuthor = hot<{ viewer: number; author: number; before: number | null; limit: number }, PostRow>({
  name: 'posts_of_author',
  parameters: ['viewer', 'author', 'before', 'limit'],
  text: ({ viewer, author, before, limit }) => sql<PostRow>`
    ${selectPosts(
      viewer,
      sql`select written.id as post_id, written.id as position from posts written
        where written.author_id = ${author} and written.id < coalesce(${before}, 9007199254740991)
          and ${seesPost(viewer, { id: column('written.id'), author: column('written.author_id') })}
        order by written.id desc limit ${limit}`,
    )} order by page.position desc`,
});

/** A page of a member's posts that the viewer may see, newest first. @throws missing */
export const listPostsOfMember = async (
  { db, cursors }: House,
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

/** How many people besides the viewer would see a moment shared with these circles. @throws missing */
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

interface Reader {
  person: string;
  since: number;
  circle: string;
  circle_name: string;
}

/**
 * Who sees a post now, through which of its circles, and since when. Of a circle that the author has left since, the
 * people are counted and not named: it is out of their sight.
 * @throws missing, forbidden
 */
export const listAudience = async (db: Database, viewer: Viewer, publicId: string) => {
  const post = await findPost(db.read, viewer, publicId);
  mayActAsAuthor(viewer, post);
  const { rows } = await sql<Reader>`
    select ${selectPerson(key(viewer.id), 'u')} as person, c.public_id as circle, c.name as circle_name,
      case when m.added_at > p.created_at then m.added_at else p.created_at end as since
    from posts p join post_circles pc on pc.post_id = p.id
    join circle_members m on m.circle_id = pc.circle_id and m.sees_from < p.id
    join circles c on c.id = pc.circle_id join users u on u.id = m.user_id
    where p.id = ${post.id} and u.id <> ${viewer.id}
      and ${seesPost(column('u.id'), { id: column('p.id'), author: column('p.author_id') })}
      and ${knowsCircle(key(viewer.id), column('c.id'))}
      and ${seesPerson(key(viewer.id), column('u.id'))}
    order by u.search_text, u.id, c.name, c.id`.execute(db.read);
  const readers = await findAudience(db.read, { post: post.id });
  const people = [...Map.groupBy(rows, (row) => row.person)].map(([person, through]) => ({
    member: readPerson(person),
    circles: through.map((row) => ({ id: row.circle, name: row.circle_name })),
    since: time(Math.min(...through.map((row) => row.since))),
  }));
  return { count: readers.filter((reader) => reader !== viewer.id).length, people };
};
