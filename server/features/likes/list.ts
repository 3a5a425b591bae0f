import { type RawBuilder, sql } from 'kysely';
import type { Output } from '../../../contract/endpoint.ts';
import type * as contract from '../../../contract/likes.ts';
import { limits } from '../../../contract/limits.ts';
import { findPhoto } from '../../access/find/images.ts';
import { findPost } from '../../access/find/posts.ts';
import { readPerson, selectPerson, time } from '../../access/show/present.ts';
import { bind, col } from '../../access/rules/sees.ts';
import { seesHeartOfSeenPhoto, seesLikeOfSeenPost } from '../../access/rules/sees-talk.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import { pageOf } from '../../platform/text/cursor.ts';

interface Page {
  id: string;
  cursor?: string | undefined;
  limit?: number | undefined;
}

type Likes = Output<typeof contract.list>;

/** A page of the likes `l` of `from`, which has their conditions, newest first. `list` names it in its cursors. */
const pageOfLikes = async (
  { db, cursors }: Pick<AppContext, 'db' | 'cursors'>,
  viewer: Viewer,
  { list, from, page: input }: { list: string; from: RawBuilder<unknown>; page: Page },
): Promise<Likes> => {
  const size = input.limit ?? limits.pageMax;
  const [at, giver] = input.cursor ? cursors.open(list, input.cursor) : [];
  const older =
    at === undefined || giver === undefined ? sql`` : sql`and (l.created_at, l.user_id) < (${at}, ${giver})`;
  const { rows } = await sql<{ user_id: number; created_at: number; person: string }>`
    select l.user_id, l.created_at, ${selectPerson(bind(viewer.id), 'u')} as person ${from} ${older}
    order by l.created_at desc, l.user_id desc limit ${size + 1}`.execute(db.read);
  const { page, nextCursor } = pageOf(rows, size, (last) =>
    cursors.seal(list, last.created_at, last.user_id),
  );
  return {
    items: page.map((row) => ({ ...readPerson(row.person), likedAt: time(row.created_at) })),
    nextCursor,
  };
};

/** The people whose likes of a post the viewer sees (LIKE-3), newest first. @throws missing */
export const listLikes = async (
  context: Pick<AppContext, 'db' | 'cursors'>,
  viewer: Viewer,
  page: Page,
): Promise<Likes> => {
  const post = await findPost(context.db, viewer, page.id);
  const isSeen = seesLikeOfSeenPost(bind(viewer.id), {
    giver: col('l.user_id'),
    post: bind(post.id),
    postAuthor: bind(post.authorId),
  });
  const from = sql`from likes l join users u on u.id = l.user_id where l.post_id = ${post.id} and ${isSeen}`;
  return pageOfLikes(context, viewer, { list: `likes of ${page.id}`, from, page });
};

/** Like `listLikes`, of one photo. @throws missing */
export const listHearts = async (
  context: Pick<AppContext, 'db' | 'cursors'>,
  viewer: Viewer,
  page: Page,
): Promise<Likes> => {
  const photo = await findPhoto(context.db, viewer, page.id);
  const isSeen = seesHeartOfSeenPhoto(bind(viewer.id), col('l.user_id'), { image: 'i', post: 'p' });
  const from = sql`from photo_likes l join users u on u.id = l.user_id
    join images i on i.id = l.image_id join posts p on p.id = i.post_id
    where l.image_id = ${photo.id} and ${isSeen}`;
  return pageOfLikes(context, viewer, { list: `hearts of ${page.id}`, from, page });
};
