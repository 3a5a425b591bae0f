import type { Generated } from 'kysely';
import type { Flag } from './schema.ts';

// The tables of letters, and of what their readers were told. `schema.ts` lists all tables.

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

/** Additions to an album up to this key count as told to the member. */
export interface ToldAlbums {
  user_id: number;
  post_id: number;
  addition_id: number;
}
