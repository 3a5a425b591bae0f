import type { Generated } from 'kysely';
import type { Flag } from './schema.ts';

// The tables of circles, their members and invitations. `schema.ts` lists all tables.

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
  /** The photo that the owner chose to lead the cover. It may have left the circle since. */
  cover_photo_id: Generated<number | null>;
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
   * Key of the owner or keeper who added the member. The name rule opens for that member only, not for one who was
   * handed the circle later.
   */
  added_by: number;
  added_at: number;
  /** Since when the member keeps the circle with its owner, in epoch milliseconds. Null for all others. */
  kept_since: Generated<number | null>;
  /** Since when the member shows their profile to everyone in the circle. 0 for those who do not, null before they said. */
  face_since: Generated<number | null>;
  /** When the member left the page of the circle's moments last; null before the first time. */
  visited_at: Generated<number | null>;
  /** The newest post of the circle at that time, or 0. */
  visited_post_id: Generated<number | null>;
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

export interface Invitations {
  id: Generated<number>;
  public_id: string;
  code_hash: string;
  /** Null for the link that the first start prints. */
  inviter_id: number | null;
  circle_id: number | null;
  email: string | null;
  message: string | null;
  /** The name of the person for whom a code without an address is meant. Its sender alone sees it. */
  meant_for: Generated<string | null>;
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
