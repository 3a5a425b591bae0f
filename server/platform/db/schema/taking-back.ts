import type { Generated } from 'kysely';

// The tables of receipts. `schema.ts` lists all tables.

/** A moment that its author took back, by one request. */
export interface TakeBacks {
  id: Generated<number>;
  public_id: string;
  post_id: number;
  /** From everyone, from some of its circles, or from some people. */
  taken_from: 'everyone' | 'circles' | 'people';
  /** The number of people in `take_back_people` at first. */
  people_count: Generated<number>;
  /** The number of those among them who had an account. */
  accounts_count: Generated<number>;
  /** The number of circles that lost the post by the request, and that its author had left. */
  left_circles: number;
  taken_back_at: number;
}

/** A member who lost sight of the post, and whom its author could know as a reader. */
export interface TakeBackPeople {
  take_back_id: number;
  user_id: number;
  /** Whether they were a mailbox member then; they may have made an account since. */
  by_letter: Generated<0 | 1>;
}

/** A session that may keep the post. */
export interface TakeBackDevices {
  take_back_id: number;
  /** The public id of the session, which may have ended. */
  session: string;
  /** When the device said that it keeps nothing of the post any more. */
  let_go_at: number | null;
  /** When the session was first known to be used after the taking back. */
  online_at: Generated<number | null>;
}

/** A letter to the member left, or may have left, with words or photos of the post. */
export interface PostsInLetters {
  post_id: number;
  user_id: number;
}
