import { type RawBuilder, sql } from 'kysely';
import type * as contract from '../../../contract/comments.ts';
import type { Input, Output } from '../../../contract/endpoint.ts';
import { limits } from '../../../contract/limits.ts';
import type { Comment } from '../../../contract/shapes.ts';
import { findComment } from '../../access/find/comments.ts';
import { findPost } from '../../access/find/posts.ts';
import { findPhotoOf } from '../../access/find/images.ts';
import { readVariants } from '../../access/show/photos.ts';
import { photoRefs, seesPhotoOfSeenPost } from '../../access/rules/sees-photos.ts';
import { readVoice, selectVoice } from '../../access/show/voices.ts';
import { readMentions, selectMentions } from '../../access/show/mentions.ts';
import { readPerson, selectPerson, time, timeOrNull } from '../../access/show/present.ts';
import { bind, col, type Predicate, seesPost, type SqlRef } from '../../access/rules/sees.ts';
import { commentRefs, seesComment, seesCommentOfSeenPost } from '../../access/rules/sees-talk.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import { type Database, prepared, type StatementRunner } from '../../platform/db/database.ts';
import { missing } from '../../platform/problem.ts';
import { pageOf } from '../../platform/text/cursor.ts';

interface Row {
  id: number;
  /** The public id of its post. */
  post: string;
  public_id: string;
  content: string;
  created_at: number;
  edited_at: number | null;
  author: string;
  /** The key that orders threads: that of the first comment. */
  thread: number;
  is_answer: number | boolean;
  /** The public id of the first comment; null if it is deleted, or hidden from the viewer. */
  first: string | null;
  mentions: string | null;
  photo_id: string | null;
  photo_variants: string | null;
  placeholder: string | null;
  /** JSON. */
  voice: string | null;
}

/** `isSeen`: whether the viewer sees the post `p`. Of one out of sight, the comment shows only what its writer wrote. */
const select = (viewer: SqlRef, which: RawBuilder<unknown>, isSeen: Predicate = sql`true`) => sql<Row>`
  select c.id, p.public_id as post, c.public_id, c.content, c.created_at, c.edited_at, ${selectPerson(viewer, 'u')} as author,
    coalesce(c.thread_id, c.id) as thread, c.thread_id is not null as is_answer, first.public_id as first,
    case when ${isSeen} then ${selectMentions(viewer, 'comment', col('c.id'), 'p')} end as mentions,
    ${selectVoice('c')} as voice, pictured.public_id as photo_id, pictured.variants as photo_variants, pictured.placeholder
  from comments c join users u on u.id = c.author_id join posts p on p.id = c.post_id
  left join comments first on first.id = c.thread_id and ${isSeen}
    and ${seesCommentOfSeenPost(viewer, commentRefs('first', 'p'))}
  left join images pictured on pictured.id = c.image_id and pictured.post_id = p.id and ${isSeen}
    and ${seesPhotoOfSeenPost(viewer, photoRefs('pictured', 'p'))} ${which}`;

const readPhoto = (row: Row): Comment['photo'] => {
  if (row.photo_id === null || row.photo_variants === null || row.placeholder === null) return null;
  const [smallest] = readVariants(row.photo_variants);
  const url = smallest && `/uploads/${row.photo_id}-${smallest.name}.webp`;
  return url === undefined ? null : { id: row.photo_id, url, placeholder: row.placeholder };
};

const read = (row: Row): Comment => {
  const author = readPerson(row.author);
  return {
    id: row.public_id,
    authorId: author.id,
    author,
    content: row.content,
    createdAt: time(row.created_at),
    editedAt: timeOrNull(row.edited_at),
    replyTo: row.first,
    isReplyToDeleted: Boolean(row.is_answer) && row.first === null,
    mentions: readMentions(row.mentions),
    photo: readPhoto(row),
    voice: readVoice(row.voice),
  };
};

const commentById = prepared<{ viewer: number; comment: number }, Row>({
  name: 'comment_by_id',
  parameters: ['viewer', 'comment'],
  text: ({ viewer, comment }) =>
    select(
      viewer,
      sql`where c.id = ${comment}`,
      seesPost(viewer, { id: col('p.id'), author: col('p.author_id') }),
    ),
});

/** A comment as its writer sees it. @throws missing if it was deleted meanwhile */
export const loadComment = async (
  from: StatementRunner,
  viewer: Viewer,
  publicId: string,
): Promise<Comment> => {
  const { id } = await findComment(from, viewer, publicId);
  const [row] = await from.run(commentById, { viewer: viewer.id, comment: id });
  if (!row) throw missing();
  return read(row);
};

/**
 * The comments of a post, or of a photo in it, that the viewer sees, each followed by its answers: the newest page first, each page in reading
 * order.
 * @throws missing
 */
export const listComments = async (
  { db, cursors }: Pick<AppContext, 'db' | 'cursors'>,
  viewer: Viewer,
  input: Input<typeof contract.list>,
): Promise<Output<typeof contract.list>> => {
  const post = await findPost(db, viewer, input.id);
  const about = input.photoId === undefined ? null : await findPhotoOf(db, viewer, post, input.photoId);
  const size = input.limit ?? limits.pageDefault;
  const list = `comments of ${post.publicId} ${about?.publicId ?? ''}`;
  const [thread, id] = input.cursor ? cursors.open(list, input.cursor) : [];
  const me = bind(viewer.id);
  const older =
    thread === undefined || id === undefined
      ? sql``
      : sql`and (coalesce(c.thread_id, c.id), c.id) < (${thread}, ${id})`;
  const { rows } = await select(
    me,
    sql`where c.post_id = ${post.id} and ${seesCommentOfSeenPost(me, commentRefs('c', 'p'))} ${older}
      ${about ? sql`and c.image_id = ${about.id}` : sql``}
      order by coalesce(c.thread_id, c.id) desc, c.id desc limit ${size + 1}`,
  ).execute(db.read);
  const { page, nextCursor } = pageOf(rows, size, (last) => cursors.seal(list, last.thread, last.id));
  return { items: page.map(read).toReversed(), nextCursor };
};

/** The newest comments of several posts that the viewer sees, at most `size` of each, in reading order, by post. */
export const listNewestComments = async (
  { read: q }: Pick<Database, 'read'>,
  viewer: Viewer,
  posts: readonly string[],
  size: number,
): Promise<ReadonlyMap<string, Comment[]>> => {
  if (posts.length === 0) return new Map();
  const me = bind(viewer.id);
  const order = sql`coalesce(seen.thread_id, seen.id) desc, seen.id desc`;
  // Each arm stops at its limit, however many comments its post has.
  const newest = posts.map(
    (post) => sql`select id from (
      select seen.id from comments seen join posts beneath on beneath.id = seen.post_id
      where beneath.public_id = ${post} and ${seesComment(me, commentRefs('seen', 'beneath'))}
      order by ${order} limit ${size}) of_post`,
  );
  const { rows } = await select(
    me,
    sql`where c.id in (${sql.join(newest, sql` union all `)}) order by coalesce(c.thread_id, c.id), c.id`,
  ).execute(q);
  return new Map(
    Map.groupBy(rows, ({ post }) => post)
      .entries()
      .map(([post, found]) => [post, found.map(read)]),
  );
};
