import { type RawBuilder, sql } from 'kysely';
import type { Post } from '../../../contract/shapes.ts';
import {
  joinCircles,
  selectCommentsCount,
  selectLikesCount,
  selectStoredCount,
} from '../../access/show/counts.ts';
import { type CachedParts, fieldsOf, loadCachedParts } from '../../access/show/cached-parts.ts';
import { readMentions, selectMentions } from '../../access/show/mentions.ts';
import {
  readSeenPhotos,
  selectPhotos,
  selectSeenPhotos,
  selectSeenPhotosCount,
} from '../../access/show/photos.ts';
import {
  readCircleRevisions,
  readCircles,
  readHiddenFrom,
  readPerson,
  readPostPart,
  readQuestion,
  selectCircleRevisions,
  selectCircles,
  selectHiddenFrom,
  selectPerson,
  selectPostPart,
  selectQuestion,
} from '../../access/show/present.ts';
import { col, seesFullProfile, type SqlRef } from '../../access/rules/sees.ts';
import type { Database } from '../../platform/db/database.ts';

/** Counts are exact to 1,000; 1,001 means more. */
export const countedTo = 1_001;

export interface PostRow {
  id: number;
  /** The value that orders the list; the next page begins after it. */
  position: number;
  likes_count: number;
  comments_count: number;
  is_liked: number | boolean;
  author: string;
  circles: string | null;
  mentions: string | null;
  hidden_from: string | null;
  question: string | null;
  /** JSON: the fields that are the same for everybody, and the photos. */
  part: string;
  photos: string | null;
  /** JSON: the photos of an album as the viewer sees them, and their number; null where all are the author's. */
  seen_photos: string | null;
  seen_count: number | null;
}

/**
 * The common table expression `found`: the posts of `page`, which yields `(post_id, position)`. The circles of all of
 * them are read once, for the marks and for both counts. The result has one row for each post.
 */
const found = (viewer: SqlRef, page: RawBuilder<unknown>, circles: RawBuilder<unknown>) => sql`
  found as materialized (
    select page.position, p.id, p.revision, p.author_id, p.likes_count, p.comments_count, p.has_mentions,
      p.has_others_photos, p.question, p.question_by, ${circles} as circles,
      ${selectStoredCount('likes_count')} as stored_likes, ${selectStoredCount('comments_count')} as stored_comments
    from (${page}) page join posts p on p.id = page.post_id ${joinCircles(viewer, col('page.post_id'))}
    group by p.id, page.position)`;

const viewedFields = (viewer: SqlRef) => sql`
  ${selectLikesCount(viewer, 'found', sql.ref('found.stored_likes'))} as likes_count,
  ${selectCommentsCount(viewer, 'found', sql.ref('found.stored_comments'))} as comments_count,
  exists (select 1 from likes mine where mine.post_id = found.id and mine.user_id = ${viewer}) as is_liked,
  case when found.has_mentions = 1
    then ${selectMentions(viewer, 'post', col('found.id'), 'found')} end as mentions,
  case when found.author_id = ${viewer}
    then coalesce(${selectHiddenFrom(viewer, col('found.id'))}, '[]') end as hidden_from,
  ${selectQuestion(viewer, 'found')} as question,
  case when found.has_others_photos = 1 then ${selectSeenPhotos(viewer, 'found')} end as seen_photos,
  case when found.has_others_photos = 1 then ${selectSeenPhotosCount(viewer, 'found')} end as seen_count,
  found.circles`;

/**
 * All displayed fields of a post, as the viewer sees it, in one statement. `page` yields `(post_id, position)` of
 * posts that the viewer sees.
 */
export const selectPosts = (viewer: SqlRef, page: RawBuilder<unknown>): RawBuilder<PostRow> => sql<PostRow>`
  with ${found(viewer, page, selectCircles(viewer, col('p.author_id')))}
  select found.id, found.position, ${viewedFields(viewer)}, ${selectPostPart('p')} as part,
    ${selectPerson(viewer, 'u')} as author, ${selectPhotos('p')} as photos
  from found join posts p on p.id = found.id join users u on u.id = p.author_id`;

/** A post by the revisions of what is shown of it, and what depends on the viewer. */
export interface PostRevisionRow {
  id: number;
  revision: number;
  position: number;
  author_id: number;
  author_revision: number;
  /** Whether the name rule opens the author's profile. */
  is_opened: number | boolean;
  likes_count: number;
  comments_count: number;
  is_liked: number | boolean;
  /** JSON: `[[id, revision], …]`. */
  circles: string | null;
  mentions: string | null;
  hidden_from: string | null;
  question: string | null;
  seen_photos: string | null;
  seen_count: number | null;
}

/** Like `selectPosts`, with keys and revisions in place of what is found among the cached parts. */
export const selectPostRevisions = (viewer: SqlRef, page: RawBuilder<unknown>) => sql<PostRevisionRow>`
  with ${found(viewer, page, selectCircleRevisions(viewer, col('p.author_id')))}
  select found.id, found.revision, found.position, found.author_id, u.revision as author_revision,
    ${seesFullProfile(viewer, col('found.author_id'))} as is_opened, ${viewedFields(viewer)}
  from found join users u on u.id = found.author_id`;

/** The fields of a post that depend on the viewer. */
const readViewed = (kind: Post['kind'], row: PostRow | PostRevisionRow) => ({
  likesCount: row.likes_count,
  commentsCount: row.comments_count,
  isLiked: Boolean(row.is_liked),
  mentions: readMentions(row.mentions),
  ...readHiddenFrom(row.hidden_from),
  question: readQuestion(row.question),
  ...readSeenPhotos(kind, row.seen_photos, row.seen_count),
});

const authorOf = (row: PostRevisionRow) => ({ id: row.author_id, revision: row.author_revision });

const writePost = (parts: CachedParts, row: PostRevisionRow): string | null => {
  const post = parts.posts.find(row);
  const author = parts.people.find(authorOf(row));
  if (!post || !author) return null;
  const circles: string[] = [];
  for (const [id, revision] of readCircleRevisions(row.circles)) {
    const mark = parts.circles.find({ id, revision });
    if (mark === undefined) return null;
    circles.push(mark);
  }
  const viewed = fieldsOf(readViewed(post.kind, row));
  const photos = row.seen_count === null ? `,${post.photoFields}` : '';
  return `{${post.fields}${photos},${row.is_opened ? author.opened : author.closed},"circles":[${circles.join(',')}],${viewed}}`;
};

/** The posts of the rows as JSON text; null if a part is not kept in the revision that its row names. */
export const writePosts = (parts: CachedParts, rows: readonly PostRevisionRow[]): string | null => {
  const posts: string[] = [];
  for (const row of rows) {
    const post = writePost(parts, row);
    if (post === null) return null;
    posts.push(post);
  }
  return `[${posts.join(',')}]`;
};

/** Loads the parts that the rows name and that are not kept. */
export const loadParts = (
  db: Pick<Database, 'run'>,
  parts: CachedParts,
  rows: readonly PostRevisionRow[],
): Promise<void> => {
  const keys = { posts: new Set<number>(), people: new Set<number>(), circles: new Set<number>() };
  for (const row of rows) {
    if (!parts.posts.find(row)) keys.posts.add(row.id);
    if (!parts.people.find(authorOf(row))) keys.people.add(row.author_id);
    for (const [id, revision] of readCircleRevisions(row.circles))
      if (!parts.circles.find({ id, revision })) keys.circles.add(id);
  }
  return loadCachedParts(db, parts, keys);
};

export const readPost = (row: PostRow): Post => {
  const author = readPerson(row.author);
  const part = readPostPart(row.part, row.photos);
  return {
    ...part,
    ...readViewed(part.kind, row),
    authorId: author.id,
    author,
    circles: readCircles(row.circles),
  };
};
