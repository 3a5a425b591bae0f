import { type RawBuilder, sql } from 'kysely';
import type { PhotoTalk } from '../../../contract/shapes.ts';
import { col, type SqlRef } from '../rules/sees.ts';
import { commentRefs, seesCommentOfSeenPost, seesHeartOfSeenPhoto } from '../rules/sees-talk.ts';

/** Hearts and comments of one photo, as the viewer sees them. */
export interface PhotoTalkRow {
  is_liked: number | boolean;
  likes_count: number;
  comments_count: number;
}

/**
 * Columns: the hearts and comments of a photo. Both are counted when the photo is looked at: no counter of them is
 * kept. `image` and `post` are the aliases of the photo's row and of its post's row, and the viewer sees both.
 */
export const selectPhotoTalk = (
  viewer: SqlRef,
  image: string,
  post: string,
): RawBuilder<PhotoTalkRow> => sql<PhotoTalkRow>`
  exists (select 1 from photo_likes mine
    where mine.image_id = ${col(`${image}.id`)} and mine.user_id = ${viewer}) as is_liked,
  (select count(*) from photo_likes given where given.image_id = ${col(`${image}.id`)}
    and ${seesHeartOfSeenPhoto(viewer, col('given.user_id'), { image, post })}) as likes_count,
  (select count(*) from comments about where about.image_id = ${col(`${image}.id`)}
    and about.post_id = ${col(`${post}.id`)} and ${seesCommentOfSeenPost(viewer, commentRefs('about', post))}) as comments_count`;

export const readPhotoTalk = (row: PhotoTalkRow): PhotoTalk => ({
  isLiked: Boolean(row.is_liked),
  likesCount: row.likes_count,
  commentsCount: row.comments_count,
});
