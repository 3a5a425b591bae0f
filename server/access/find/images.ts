import { type Selectable, sql } from 'kysely';
import type { VideoType, VoiceType } from '../../../contract/shapes.ts';
import { prepared, type Queries, type StatementRunner } from '../../platform/db/database.ts';
import type { Images } from '../../platform/db/schema/photos.ts';
import { missing } from '../../platform/problem.ts';
import { seesEvidence } from '../rules/sees-reports.ts';
import { imageRefs, seesImage } from '../rules/sees-files.ts';
import { photoRefs, seesPhotoById, seesPhotoOfSeenPost } from '../rules/sees-photos.ts';
import { bind, col, isInFeedOf, seesPost } from '../rules/sees.ts';
import type { FoundPost } from './posts.ts';
import { voiceTypeOf } from '../show/voices.ts';
import type { Viewer } from '../viewer.ts';

// The only loaders of photos and their videos, with the same rules as find.ts.

export interface FoundImage {
  publicId: string;
  variants: string;
  hasFullCopy: boolean;
  /** Null for a photo. A voice is stored as a video is. */
  video: { type: VideoType | VoiceType; container: VideoType; bytes: number } | null;
}

const columns = ['variants', 'full_bytes', 'video_type', 'video_bytes', 'wave'] as const;

const found = (publicId: string, row: Pick<Selectable<Images>, (typeof columns)[number]>): FoundImage => ({
  publicId,
  variants: row.variants,
  hasFullCopy: row.full_bytes !== null,
  video: row.video_type && {
    type: row.wave === null ? row.video_type : voiceTypeOf(row.video_type),
    container: row.video_type,
    bytes: row.video_bytes ?? 0,
  },
});

/** @throws missing */
export const findImage = async (q: Queries, viewer: Viewer, publicId: string): Promise<FoundImage> => {
  const row = await q
    .selectFrom('images')
    .select(columns)
    .where('public_id', '=', publicId)
    .where(seesImage(bind(viewer.id), imageRefs('images'), Date.now()))
    .executeTakeFirst();
  if (!row) throw missing();
  return found(publicId, row);
};

/** The key of a photo in the feed that the viewer has of a circle. @throws missing */
export const findPhotoOfCircle = async (
  q: Queries,
  viewer: Viewer,
  circle: number,
  publicId: string,
): Promise<number> => {
  const row = await q
    .selectFrom('images')
    .innerJoin('circle_photos as cp', 'cp.image_id', 'images.id')
    .select('images.id')
    .where('images.public_id', '=', publicId)
    .where('cp.circle_id', '=', circle)
    .where(isInFeedOf(bind(viewer.id), bind(circle), col('cp.post_id')))
    .where(seesPhotoById(bind(viewer.id), col('images.id')))
    .executeTakeFirst();
  if (!row) throw missing();
  return row.id;
};

/** A photo of a moment that the viewer sees. */
export interface FoundPhoto {
  id: number;
  publicId: string;
  /** The member who added it. */
  adderId: number;
  post: FoundPost;
}

const photoByPublicId = prepared<
  { viewer: number; publicId: string },
  { id: number; owner_id: number; post_id: number; post: string; author_id: number }
>({
  name: 'find_photo',
  parameters: ['viewer', 'publicId'],
  text: ({ viewer, publicId }) => sql`
    select images.id, images.owner_id, posts.id as post_id, posts.public_id as post, posts.author_id
    from images join posts on posts.id = images.post_id
    where images.public_id = ${publicId}
      and ${seesPost(viewer, { id: col('posts.id'), author: col('posts.author_id') })}
      and ${seesPhotoOfSeenPost(viewer, photoRefs('images', 'posts'))}`,
});

/** A photo that the viewer may like or comment on: they see it, and its moment. @throws missing */
export const findPhoto = async (
  from: StatementRunner,
  viewer: Viewer,
  publicId: string,
): Promise<FoundPhoto> => {
  const [row] = await from.run(photoByPublicId, { viewer: viewer.id, publicId });
  if (!row) throw missing();
  const post = { id: row.post_id, publicId: row.post, authorId: row.author_id };
  return { id: row.id, publicId, adderId: row.owner_id, post };
};

/** Like `findPhoto`, of this post. @throws missing */
export const findPhotoOf = async (
  from: StatementRunner,
  viewer: Viewer,
  post: Pick<FoundPost, 'id'>,
  publicId: string,
): Promise<FoundPhoto> => {
  const photo = await findPhoto(from, viewer, publicId);
  if (photo.post.id !== post.id) throw missing();
  return photo;
};

export interface ReviewedPhoto extends FoundImage {
  reportPublicId: string;
  /** The member who is reported. */
  memberId: number;
}

/** A photo that an open report keeps, for an administrator who opened that report. @throws missing */
export const findReviewedPhoto = async (
  q: Queries,
  viewer: Viewer,
  publicId: string,
): Promise<ReviewedPhoto> => {
  // Some administrators lack a second factor.
  if (!viewer.isAdmin) throw missing();
  const row = await q
    .selectFrom('images')
    .innerJoin('report_photos as p', 'p.image_id', 'images.id')
    .innerJoin('reports as r', 'r.id', 'p.report_id')
    .select(columns)
    .select(['r.public_id', 'r.member_id'])
    .where('images.public_id', '=', publicId)
    .where(
      seesEvidence(bind(viewer.id), {
        id: col('r.id'),
        member: col('r.member_id'),
        decidedAt: sql.ref('r.decided_at'),
      }),
    )
    .orderBy('r.id')
    .executeTakeFirst();
  if (!row) throw missing();
  return { ...found(publicId, row), reportPublicId: row.public_id, memberId: row.member_id };
};
