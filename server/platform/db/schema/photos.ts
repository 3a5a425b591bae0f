import type { VideoType } from '../../../../contract/shapes.ts';
import type { Generated } from 'kysely';
import type { Flag } from './schema.ts';

// The tables of photos and videos. `schema.ts` lists all tables.

export interface Images {
  id: Generated<number>;
  public_id: string;
  /** The member who uploaded it: of a post's photo its author, or another member who added it to an album. */
  owner_id: number;
  /** An image of kind `evidence` belongs to no post or profile any more, but a report still keeps it. */
  kind: 'photo' | 'avatar' | 'evidence' | 'voice';
  post_id: number | null;
  position: number;
  alt: string | null;
  width: number;
  height: number;
  placeholder: string;
  /** JSON: `[{ "name": "480", "width": 480 }, …]`, smallest first. */
  variants: string;
  /** Size of the full-size copy in bytes; null until its job has made it. */
  full_bytes: Generated<number | null>;
  /** Size of all variants and the video together. */
  bytes: number;
  created_at: number;
  /** The type of the video whose poster this photo is, and the container of a voice; null for a photo. */
  video_type: Generated<VideoType | null>;
  video_ms: Generated<number | null>;
  video_bytes: Generated<number | null>;
  /** The day on which the photo was taken, in days since 0001-01-01. Null if it is unknown or not kept. */
  taken_day: Generated<number | null>;
  /** `day * dayStep + id` of a photo in a post: the order of the timeline, by the day it was taken or else shared. */
  day_key: Generated<number | null>;
  /** When it went into its post; of a voice, when its post or comment took it. */
  added_at: Generated<number | null>;
  /** The addition that brought it into an album later. */
  addition_id: Generated<number | null>;
  /** SHA-256 of the file that the member chose, in hex, as their browser computed it. */
  content_hash: Generated<string | null>;
  /** The drawing of a voice, in hexadecimal, empty where there is none; null for everything else. */
  wave: Generated<string | null>;
}

/** A video that is being uploaded in parts. */
export interface VideoUploads {
  id: Generated<number>;
  public_id: string;
  owner_id: number;
  bytes: number;
  created_at: number;
  /** The poster, once the upload is complete: the answer to a repeated request. */
  image_id: Generated<number | null>;
  taken_day: Generated<number | null>;
  is_import: Generated<Flag>;
}

export interface VideoParts {
  upload_id: number;
  /** From 0. */
  position: number;
  /** SHA-256, base64. */
  digest: string;
}

/** A part of `day_key`: keys of images stay below it. */
export const dayStep = 4_294_967_296;

/** A photo of a circle. The database deletes it with its `post_circles` row and with its image. */
export interface CirclePhotos {
  circle_id: number;
  day_key: number;
  image_id: number;
  post_id: number;
}

/** A photo, post, member or day that a member does not want to see among earlier years' photos again. */
export interface NotAgain {
  user_id: number;
  scope: 'photo' | 'post' | 'member' | 'day';
  /** The key of the photo, post or member; of a day, `month * 100 + day`. */
  target: number;
}
