import type { Generated } from 'kysely';
import type { Flag } from './schema.ts';

// The tables of notifications. `schema.ts` lists all tables.

export interface Notifications {
  id: Generated<number>;
  public_id: string;
  user_id: number;
  kind: string;
  /** Groups repeated events, such as several likes of one post, into one notification. */
  group_key: string;
  actor_id: number | null;
  post_id: number | null;
  comment_id: number | null;
  /** The first and last comments that a followed conversation's notification is about; they may be deleted. */
  first_comment_id: Generated<number | null>;
  last_comment_id: Generated<number | null>;
  /** The first and last post that a notification of new moments is about; they may be deleted. */
  first_post_id: Generated<number | null>;
  last_post_id: Generated<number | null>;
  /** The additions to an album that a notification of new photos is about; they may be deleted. */
  after_addition_id: Generated<number | null>;
  to_addition_id: Generated<number | null>;
  circle_id: number | null;
  /** A circle invitation's code, which the notification's action leads to. */
  invitation_id: number | null;
  question_id: Generated<number | null>;
  is_read: Flag;
  /** 0 if the reader wants this kind by mail only: it is in no list, and its mail is written from it. */
  in_bell: Generated<Flag>;
  /** A further text of the notification, such as the browser of a sign-in. */
  detail: Generated<string | null>;
  /** Updated when the event happens again; the list is sorted by it. */
  created_at: number;
}

/** A moment whose later comments a member wants to hear no more of. */
export interface UnfollowedPosts {
  user_id: number;
  post_id: number;
  created_at: number;
}
