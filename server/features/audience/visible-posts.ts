import { sql } from 'kysely';
import type { Input, Output } from '../../../contract/endpoint.ts';
import { limits } from '../../../contract/limits.ts';
import type { visiblePosts } from '../../../contract/audience/audience.ts';
import { findPerson } from '../../access/find/members.ts';
import { col, isLeftOut, seesCircle, seesPost } from '../../access/rules/sees.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import { prepared } from '../../platform/db/database.ts';
import { pageOf } from '../../platform/text/cursor.ts';
import { selectFeedIds } from '../posts/feed-ids.ts';
import { type PostRow, readPost, selectPosts } from '../posts/select.ts';

// Works like the member's feed: the circles propose posts of one author through an index, and `sees` decides.
const postsSeenBy = prepared<
  { viewer: number; person: number; before: number | null; limit: number },
  PostRow
>({
  name: 'posts_seen_by',
  parameters: ['viewer', 'person', 'before', 'limit'],
  text: ({ viewer, person, before, limit }, dialect) => sql<PostRow>`
    ${selectPosts(
      viewer,
      selectFeedIds(dialect, 'newest', {
        circles: sql`select m.circle_id, m.sees_after_post_id from circle_members m
          join circles c on c.id = m.circle_id
          where m.user_id = ${person}
            and ${seesCircle(viewer, { id: col('c.id'), kind: sql.ref('c.kind'), owner: col('c.owner_id') })}`,
        mayRepeat: true,
        before,
        limit,
        author: viewer,
        keep: (id) => seesPost(person, { id, author: viewer }),
        propose: (post) => sql`not ${isLeftOut(person, post.id)}`,
      }),
    )} order by found.position desc`,
});

/**
 * A page of the viewer's posts that another member sees now, newest first (TRUTH-26). The author may not know who is in
 * circles that they have left, so these show nothing here.
 * @throws missing for a member whom the viewer does not see
 */
export const listVisiblePosts = async (
  { db, cursors }: Pick<AppContext, 'db' | 'cursors'>,
  viewer: Viewer,
  { id, cursor, limit: size = limits.pageDefault }: Input<typeof visiblePosts>,
): Promise<Output<typeof visiblePosts>> => {
  const person = await findPerson(db, viewer, id);
  const list = `visible to ${person.publicId}`;
  const [before = null] = cursor === undefined ? [] : cursors.open(list, cursor);
  const rows = await db.run(postsSeenBy, { viewer: viewer.id, person: person.id, before, limit: size + 1 });
  const { page, nextCursor } = pageOf(rows, size, (last) => cursors.seal(list, last.position));
  return { items: page.map(readPost), nextCursor };
};
