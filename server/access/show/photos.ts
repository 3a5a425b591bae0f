import { type RawBuilder, sql } from 'kysely';
import { limits } from '../../../contract/limits.ts';
import type { Photo, Post, Video, VideoType } from '../../../contract/shapes.ts';
import { dayOrNull } from '../../platform/text/days.ts';
import { parsed } from './stored-json.ts';
import type { Predicate, SqlRef } from '../rules/sees.ts';
import { photoRefs, seesPhotoOfSeenPost } from '../rules/sees-photos.ts';

// The part of present.ts about photos and their videos.

const photosAsJson = (which: RawBuilder<unknown>, alt = sql`i.alt`): RawBuilder<string | null> => sql<
  string | null
>`
  (select cast(json_group_array(json_object('name', photo.public_id, 'width', photo.width, 'height', photo.height,
      'placeholder', photo.placeholder, 'alt', photo.alt, 'variants', photo.variants,
      'fullBytes', photo.full_bytes, 'video_type', photo.video_type, 'video_ms', photo.video_ms,
      'video_bytes', photo.video_bytes, 'takenDay', photo.taken_day)) as text)
   from (select i.public_id, i.width, i.height, i.placeholder, ${alt} as alt, i.variants, i.full_bytes,
       i.video_type, i.video_ms, i.video_bytes, i.taken_day
     from images i ${which}) photo)`;

/** One photo, as a JSON list. `image` is the alias of an `images` row, other than `i`. */
export const selectPhoto = (image: string): RawBuilder<string> => {
  const one = photosAsJson(sql`where i.id = ${sql.ref(`${image}.id`)}`);
  return sql<string>`${one}`;
};

/** Like `selectPhoto`, by its key. */
export const selectPhotoByKey = (key: SqlRef): RawBuilder<string | null> =>
  sql<string | null>`(select ${selectPhoto('front')} from images front where front.id = ${key})`;

/**
 * The cover that an album's author chose, else the first photo of a post, among those that the viewer sees, as a JSON
 * list. `post` is the alias of a `posts` row that the viewer sees.
 * @param isWanted narrows the photos, by the alias `shown`
 */
export const selectFrontPhoto = (
  viewer: SqlRef,
  post: string,
  isWanted: Predicate = sql<boolean>`true`,
): RawBuilder<string | null> => {
  const photos = sql`
    select shown.id from images shown where shown.post_id = ${sql.ref(`${post}.id`)}
      and (${sql.ref(`${post}.has_others_photos`)} = 0 or ${seesPhotoOfSeenPost(viewer, photoRefs('shown', post))})
      and ${isWanted}`;
  return selectPhotoByKey(sql<number>`coalesce(
    (${photos} and shown.id = ${sql.ref(`${post}.cover_photo_id`)}),
    (${photos} order by shown.position, shown.id limit 1))`);
};

const firstPhotos = (which: RawBuilder<unknown>) =>
  photosAsJson(sql`where ${which} order by i.position, i.id limit ${sql.lit(limits.photosPerPost)}`);

/** The photos of a post, or the first ones of an album, as JSON text. */
export const selectPhotos = (post: string): RawBuilder<string | null> =>
  firstPhotos(sql`i.post_id = ${sql.ref(`${post}.id`)}`);

/** The first photos of a post that its author added, as JSON text: the same for everybody. */
export const selectAuthorsPhotos = (post: string): RawBuilder<string | null> =>
  firstPhotos(sql`i.post_id = ${sql.ref(`${post}.id`)} and i.owner_id = ${sql.ref(`${post}.author_id`)}`);

const seenPhotosOf = (viewer: SqlRef, post: string) =>
  sql`i.post_id = ${sql.ref(`${post}.id`)} and ${seesPhotoOfSeenPost(viewer, photoRefs('i', post))}`;

/** Like `selectPhotos`, as the viewer sees the album. `post` is the alias of a `posts` row that the viewer sees. */
export const selectSeenPhotos = (viewer: SqlRef, post: string): RawBuilder<string | null> =>
  firstPhotos(seenPhotosOf(viewer, post));

/**
 * The number of photos of an album that the viewer sees. `post` is the alias of a `posts` row that the viewer sees. The
 * sight of a photo depends on who added it, so it is asked once for each of them.
 */
export const selectSeenPhotosCount = (viewer: SqlRef, post: string): RawBuilder<number> =>
  sql<number>`(select cast(coalesce(sum(adders.photos), 0) as bigint) from (
    select i.owner_id, count(*) as photos from images i where i.post_id = ${sql.ref(`${post}.id`)} group by i.owner_id) adders
    where ${seesPhotoOfSeenPost(viewer, photoRefs('adders', post))})`;

/** The photos that a report keeps, with the descriptions of that time, as JSON text. `report` is the alias of a `reports` row that the viewer sees. */
export const selectKeptPhotos = (report: string): RawBuilder<string | null> =>
  photosAsJson(
    sql`join report_photos kept on kept.image_id = i.id
     where kept.report_id = ${sql.ref(`${report}.id`)} and i.wave is null order by kept.position`,
    sql`kept.alt`,
  );

interface StoredPhoto extends VideoColumns {
  name: string;
  width: number;
  height: number;
  placeholder: string;
  alt: string | null;
  variants: string;
  fullBytes: number | null;
  takenDay: number | null;
}

interface VideoColumns {
  video_type: VideoType | null;
  video_ms: number | null;
  video_bytes: number | null;
}

/** Stands for the variant in the name of a video. */
export const videoVariant = 'video';

/** The name of a poster's video under `/uploads/`. */
export const videoName = (publicId: string, type: VideoType): string =>
  `${publicId}-${videoVariant}.${type === 'video/webm' ? 'webm' : 'mp4'}`;

/** The video of a poster; null for a photo. */
export const presentVideo = (
  name: string,
  { video_type: type, video_ms: ms, video_bytes: bytes }: VideoColumns,
): Video | null =>
  type && {
    url: `/uploads/${videoName(name, type)}`,
    type,
    seconds: (ms ?? 0) / 1_000,
    bytes: bytes ?? 0,
  };

/** The stored names of an image's files, smallest first. */
export const readVariants = (json: string): { name: string; width: number }[] => parsed(json);

const readStoredPhotos = (json: string): StoredPhoto[] => parsed(json);

export const readPhotos = (json: string | null): Photo[] =>
  readStoredPhotos(json ?? '[]').map((photo) => {
    const variants = readVariants(photo.variants).map((variant) => ({
      url: `/uploads/${photo.name}-${variant.name}.webp`,
      width: variant.width,
    }));
    const largest = variants.at(-1)?.url ?? '';
    return {
      url: largest,
      // The largest variant serves as the download until the job has made the full-size copy.
      downloadUrl: photo.fullBytes === null ? largest : `/uploads/${photo.name}-full.jpg`,
      width: photo.width,
      height: photo.height,
      placeholder: photo.placeholder,
      alt: photo.alt,
      variants,
      video: presentVideo(photo.name, photo),
      takenOn: dayOrNull(photo.takenDay),
    };
  });

/** The photos that a card shows. */
export const shownPhotos = <P extends Photo>(kind: Post['kind'], photos: readonly P[]) => {
  const images = kind === 'album' ? photos.slice(0, limits.albumCover) : [...photos];
  return { images, imageUrls: images.map((image) => image.url) };
};

/** @param photosCount null where all photos are the author's */
export const readSeenPhotos = (kind: Post['kind'], photos: string | null, photosCount: number | null) =>
  photosCount === null ? {} : { ...shownPhotos(kind, readPhotos(photos)), photosCount };
