import { type RawBuilder, sql } from 'kysely';
import type * as contract from '../../../contract/comments.ts';
import type { Output } from '../../../contract/endpoint.ts';
import { limits } from '../../../contract/limits.ts';
import type { Comment } from '../../../contract/shapes.ts';
import { findComment, findPost } from '../../access/find.ts';
import { readPerson, selectPerson, time, timeOrNull } from '../../access/present.ts';
import { col, bind, type SqlRef, seesCommentOfSeenPost } from '../../access/sees.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import { prepared, type StatementRunner } from '../../platform/db/database.ts';
import { missing } from '../../platform/problem.ts';
import { pageOf } from '../../platform/text/cursor.ts';

interface Row {
  id: number;
  public_id: string;
  content: string;
  created_at: number;
  edited_at: number | null;
  author: string;
}

const select = (viewer: SqlRef, which: RawBuilder<unknown>) => sql<Row>`
  select c.id, c.public_id, c.content, c.created_at, c.edited_at, ${selectPerson(viewer, 'u')} as author
  from comments c join users u on u.id = c.author_id ${which}`;

const read = (row: Row): Comment => {
  const author = readPerson(row.author);
  return {
    id: row.public_id,
    authorId: author.id,
    author,
    content: row.content,
    createdAt: time(row.created_at),
    editedAt: timeOrNull(row.edited_at),
  };
};

const commentById = prepared<{ viewer: number; comment: number }, Row>({
  name: 'comment_by_id',
  parameters: ['viewer', 'comment'],
  text: ({ viewer, comment }) => select(viewer, sql`where c.id = ${comment}`),
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

/** The comments of a post that the viewer sees: the newest page first, each page in reading order. @throws missing */
export const listComments = async (
  { db, cursors }: Pick<AppContext, 'db' | 'cursors'>,
  viewer: Viewer,
  input: { id: string; cursor?: string | undefined; limit?: number | undefined },
): Promise<Output<typeof contract.list>> => {
  const post = await findPost(db, viewer, input.id);
  const size = input.limit ?? limits.pageDefault;
  const [before] = input.cursor ? cursors.open('comments', input.cursor) : [];
  const me = bind(viewer.id);
  const seen = seesCommentOfSeenPost(me, {
    id: col('c.id'),
    author: col('c.author_id'),
    post: bind(post.id),
    postAuthor: bind(post.authorId),
  });
  const older = before === undefined ? sql`` : sql`and c.id < ${before}`;
  const { rows } = await select(
    me,
    sql`where c.post_id = ${post.id} and ${seen} ${older} order by c.id desc limit ${size + 1}`,
  ).execute(db.read);
  const { page, nextCursor } = pageOf(rows, size, (last) => cursors.seal('comments', last.id));
  return { items: page.map(read).toReversed(), nextCursor };
};
