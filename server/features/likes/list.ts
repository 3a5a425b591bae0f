import { sql } from 'kysely';
import type { Output } from '../../../contract/endpoint.ts';
import type * as contract from '../../../contract/likes.ts';
import { limits } from '../../../contract/limits.ts';
import { findPost } from '../../access/find/posts.ts';
import { readPerson, selectPerson, time } from '../../access/show/present.ts';
import { bind, col } from '../../access/rules/sees.ts';
import { seesLikeOfSeenPost } from '../../access/rules/sees-talk.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import { pageOf } from '../../platform/text/cursor.ts';

/** The people whose likes of a post the viewer sees (LIKE-5), newest first. @throws missing */
export const listLikes = async (
  { db, cursors }: Pick<AppContext, 'db' | 'cursors'>,
  viewer: Viewer,
  input: { id: string; cursor?: string | undefined; limit?: number | undefined },
): Promise<Output<typeof contract.list>> => {
  const post = await findPost(db, viewer, input.id);
  const size = input.limit ?? limits.pageMax;
  const list = `likes of ${input.id}`;
  const [at, giver] = input.cursor ? cursors.open(list, input.cursor) : [];
  const older =
    at === undefined || giver === undefined ? sql`` : sql`and (l.created_at, l.user_id) < (${at}, ${giver})`;
  const me = bind(viewer.id);
  const isSeen = seesLikeOfSeenPost(me, {
    giver: col('l.user_id'),
    post: bind(post.id),
    postAuthor: bind(post.authorId),
  });
  const { rows } = await sql<{ user_id: number; created_at: number; person: string }>`
    select l.user_id, l.created_at, ${selectPerson(me, 'u')} as person
    from likes l join users u on u.id = l.user_id where l.post_id = ${post.id} and ${isSeen} ${older}
    order by l.created_at desc, l.user_id desc limit ${size + 1}`.execute(db.read);
  const { page, nextCursor } = pageOf(rows, size, (last) =>
    cursors.seal(list, last.created_at, last.user_id),
  );
  return {
    items: page.map((row) => ({ ...readPerson(row.person), likedAt: time(row.created_at) })),
    nextCursor,
  };
};
