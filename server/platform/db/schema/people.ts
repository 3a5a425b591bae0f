import type { Generated } from 'kysely';
import type { Flag } from './schema.ts';

// The tables of pairs of members. `schema.ts` lists all tables.

export interface Blocks {
  blocker_id: number;
  blocked_id: number;
  created_at: number;
}

export interface Mutes {
  muter_id: number;
  muted_id: number;
  created_at: number;
}

/** A membership that a block ended, kept for 30 days. */
export interface BlockedMemberships {
  circle_id: number;
  user_id: number;
  sees_after_post_id: number;
  added_by: number;
  added_at: number;
  face_since: Generated<number | null>;
  ended_at: number;
}

/**
 * A like or contact that an actor took back in the last hour, with its notification, which is null if it must not return.
 */
export interface WithdrawnNews {
  user_id: number;
  group_key: string;
  actor_id: number;
  is_read: Flag | null;
  notified_at: number | null;
  withdrawn_at: number;
}
