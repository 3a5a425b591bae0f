import type { Generated } from 'kysely';
import type { VideoType } from '../../../../contract/shapes.ts';
import type { Flag } from './schema.ts';

// The tables of circles and of what members share in them. `schema.ts` lists all tables.

export interface Circles {
  id: Generated<number>;
  public_id: string;
  owner_id: number;
  kind: 'shared' | 'private';
  is_contacts: Generated<Flag>;
  name: string;
  description: string;
  color: string;
  shows_earlier: Flag;
  member_count: number;
  created_at: number;
  /** Letters from the circle carry names of authors only, or words and photos too. */
  letters_carry: Generated<'names' | 'content'>;
  /** Renewed by the database with `public_id`, `name` and `color`. */
  revision: Generated<number>;
}

/** Moments reach a member immediately, by a letter in the evening or on Sunday, or only when they look. */
export type Delivery = 'now' | 'evening' | 'sunday' | 'never';

export interface CircleMembers {
  circle_id: number;
  user_id: number;
  priority: number;
  /** The member sees only those of the circle's posts whose key is greater than this one. */
  sees_after_post_id: number;
  /**
   * Key of the owner who added the member. The name rule opens for that owner only, not for one who was handed the
   * circle later.
   */
  added_by: number;
  added_at: number;
  /** The member's choice of delivery. Private circles of others follow `users.shared_delivery`. */
  delivery: Generated<Delivery>;
  /** Posts of the circle up to this key count as told to the member. Never less than `sees_after_post_id`. */
  told_post_id: Generated<number>;
  /** The newest post when the member chose 'only when I look'. */
  stopped_post_id: Generated<number | null>;
  /** Additions to albums of the circle up to this key count as told to the member. */
  told_addition_id: Generated<number>;
  /** The newest addition to an album when the member chose 'only when I look'. */
  stopped_addition_id: Generated<number | null>;
}

/** Posts above `told_post_id` that count as told: seen on screen, or told through another circle. */
export interface ToldPosts {
  circle_id: number;
  user_id: number;
  post_id: number;
}

/** A member's latest letter; at most one. */
export interface Letters {
  user_id: number;
  /** Part of the Message-ID. A retry repeats it. */
  message_id: string;
  /** `open` until the mail server's answer is noted; `empty` if nothing was left to tell. */
  state: 'open' | 'sent' | 'empty' | 'refused';
  /** Whether the letter is also about circles whose moments reach the member on Sunday. */
  includes_sunday: Flag;
  /** The letter is about posts up to this key. */
  to_post_id: number;
  /** The letter is about additions to albums up to this key. */
  to_addition_id: Generated<number>;
  made_at: number;
  ended_at: number | null;
  /** Letters in a row that the mail server refused permanently. */
  refusals: Generated<number>;
}

export interface Posts {
  id: Generated<number>;
  public_id: string;
  author_id: number;
  content: string;
  likes_count: Generated<number>;
  comments_count: Generated<number>;
  created_at: number;
  /** When the content or a photo's description was last edited. */
  edited_at: Generated<number | null>;
  /** Renewed by the database with the content and the photos. */
  revision: Generated<number>;
  /** 0 if the post has no rows in `post_mentions`, so that a feed does not look for them. */
  has_mentions: Generated<Flag>;
  /** 1 if every letter with the post's words or photos is in `posts_in_letters`. */
  letters_recorded: Generated<Flag>;
  kind: Generated<'post' | 'album'>;
  /** The title of an album; null for a post. */
  title: Generated<string | null>;
  /** The members who may add photos to an album: its author, or everyone in its one circle. */
  adds: Generated<'author' | 'circle'>;
  /** 0 if all photos are the author's, so that they are the same for everybody. */
  has_others_photos: Generated<Flag>;
  /** The import that shared the album; letters show an import as one moment. */
  import_id: Generated<number | null>;
  /** When members were last notified of photos that were added to the album later. */
  photos_told_at: Generated<number | null>;
}

export interface PostMentions {
  post_id: number;
  user_id: number;
}

/** The part of `popularity` that one like or comment adds. Keys of posts stay below it. */
export const popularityStep = 4_294_967_296;

/** A member whom a post leaves out, although they are in its circles. */
export interface PostHiddenFrom {
  post_id: number;
  user_id: number;
  /** When the author left them out: the post's `created_at` or later. Null before this was stored. */
  added_at: Generated<number | null>;
}

/** A membership that ended. It showed the circle's posts with keys above `sees_after_post_id`, up to `to_post_id`. */
export interface EndedMemberships {
  /** The circle may be deleted. */
  circle_id: number;
  user_id: number;
  sees_after_post_id: number;
  to_post_id: number;
  /** When it began. Null before this was stored. */
  added_at: Generated<number | null>;
  ended_at: number;
}

/** A circle that a post was shared with until the author took it back, or the circle was deleted. */
export interface FormerPostCircles {
  post_id: number;
  circle_id: number;
  ended_at: number;
}

export interface PostCircles {
  circle_id: number;
  post_id: number;
  /** The author of the post. */
  author_id: number;
  /** Comments of the post that belong to this circle. */
  comments_count: Generated<number>;
  /** Likes of the post that belong to this circle. */
  likes_count: Generated<number>;
  /** Whether letters carried words and photos of this circle's moments when the post was shared. */
  carries_content: Generated<Flag>;
  /** The newest addition to the album; null without one. */
  last_addition_id: Generated<number | null>;
  /** `(likes + comments) * popularityStep + post_id`: the popular order, readable from an index. */
  popularity: number;
}

export interface Images {
  id: Generated<number>;
  public_id: string;
  /** The member who uploaded it: of a post's photo its author, or another member who added it to an album. */
  owner_id: number;
  /** An image of kind `evidence` belongs to no post or profile any more, but a report still keeps it. */
  kind: 'photo' | 'avatar' | 'evidence';
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
  /** The type of the video whose poster this photo is; null for a photo. */
  video_type: Generated<VideoType | null>;
  video_ms: Generated<number | null>;
  video_bytes: Generated<number | null>;
  /** The day on which the photo was taken, in days since 0001-01-01. Null if it is unknown or not kept. */
  taken_day: Generated<number | null>;
  /** `day * dayStep + id` of a photo in a post: the order of the timeline, by the day it was taken or else shared. */
  day_key: Generated<number | null>;
  added_at: Generated<number | null>;
  /** The addition that brought it into an album later. */
  addition_id: Generated<number | null>;
  /** SHA-256 of the file that the member chose, in hex, as their browser computed it. */
  content_hash: Generated<string | null>;
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

export interface Comments {
  id: Generated<number>;
  public_id: string;
  post_id: number;
  author_id: number;
  content: string;
  created_at: number;
  edited_at: Generated<number | null>;
  /** Key of the first comment above an answer, which may be deleted; null for a comment that answers none. */
  thread_id: Generated<number | null>;
  /** Key of the member whose comment this one answers. */
  answered_id: Generated<number | null>;
}

export interface CommentMentions {
  comment_id: number;
  user_id: number;
}

export interface CommentCircles {
  comment_id: number;
  circle_id: number;
}

export interface Likes {
  post_id: number;
  user_id: number;
  created_at: number;
}

export interface LikeCircles {
  post_id: number;
  user_id: number;
  circle_id: number;
}

export interface Invitations {
  id: Generated<number>;
  public_id: string;
  code_hash: string;
  /** Null for the link that the first start prints. */
  inviter_id: number | null;
  circle_id: number | null;
  email: string | null;
  message: string | null;
  makes_admin: Flag;
  /** Whether the sender knows who this is, so that accepting verifies. */
  vouches: Generated<Flag>;
  /** Whether the sender got the code, because no mail could be sent. It proves no address then. */
  unmailed: Generated<Flag>;
  created_at: number;
  expires_at: number;
  accepted_by: number | null;
  accepted_at: number | null;
  /**
   * When a block or the removal of the sender revoked the invitation. The row stays, because the sender must not
   * learn of it.
   */
  withdrawn_at: Generated<number | null>;
}
