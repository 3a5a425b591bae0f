import type { Generated } from 'kysely';

// The tables of comments and likes. `schema.ts` lists all tables.

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
  /** Key of the photo that it is about; null for the whole moment, or once the photo left it. */
  image_id: Generated<number | null>;
  /** Key of the member who added the photo, also once it left the moment; null once their account ended. */
  about_owner_id: Generated<number | null>;
  voice_id: Generated<number | null>;
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

/** A heart of one photo. It stands beside the likes of moments, which make the popular order. */
export interface PhotoLikes {
  image_id: number;
  user_id: number;
  created_at: number;
}

/** The database deletes it with the `post_circles` row. */
export interface PhotoLikeCircles {
  image_id: number;
  user_id: number;
  circle_id: number;
  post_id: number;
}
