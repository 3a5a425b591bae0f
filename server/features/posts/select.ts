import { type RawBuilder, sql } from 'kysely';
import type { Post } from '../../../contract/shapes.ts';
import { selectCommentsCount, selectLikesCount } from '../../access/counts.ts';
import {
  readCircles,
  readPerson,
  readPhotos,
  selectCircles,
  selectPerson,
  selectPhotos,
  time,
} from '../../access/present.ts';
import type { SqlRef } from '../../access/sees.ts';

/** Counts are exact to 1,000; 1,001 means more. */
export const countedTo = 1_001;

export interface PostRow {
  id: number;
  /** The value that orders the list; the next page begins after it. */
  position: number;
  public_id: string;
  content: string;
  likes_count: number;
  comments_count: number;
  is_liked: number | boolean;
  created_at: number;
  author: string;
  circles: string | null;
  photos: string | null;
}

/**
 * All displayed fields of a post, as the viewer sees it, in one statement. `page` yields `(post_id, position)` of
 * posts that the viewer sees.
 */
export const selectPosts = (viewer: SqlRef, page: RawBuilder<unknown>): RawBuilder<PostRow> => sql<PostRow>`
  select p.id, page.position, p.public_id, p.content, p.created_at,
    ${selectLikesCount(viewer, 'p')} as likes_count,
    ${selectCommentsCount(viewer, 'p')} as comments_count,
    exists (select 1 from likes mine where mine.post_id = p.id and mine.user_id = ${viewer}) as is_liked,
    ${selectPerson(viewer, 'u')} as author, ${selectCircles(viewer, 'p')} as circles, ${selectPhotos('p')} as photos
  from (${page}) page join posts p on p.id = page.post_id join users u on u.id = p.author_id`;

export const readPost = (row: PostRow): Post => {
  const author = readPerson(row.author);
  const images = readPhotos(row.photos);
  return {
    id: row.public_id,
    authorId: author.id,
    author,
    content: row.content,
    imageUrls: images.map((image) => image.url),
    images,
    circles: readCircles(row.circles),
    likesCount: row.likes_count,
    commentsCount: row.comments_count,
    isLiked: Boolean(row.is_liked),
    createdAt: time(row.created_at),
  };
};
