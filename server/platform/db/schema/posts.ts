import type { Generated } from 'kysely';
import type { Flag } from './schema.ts';

// The tables of moments. `schema.ts` lists all tables.

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
  /** 0 if all photos, and all that comments were about, are the author's, so that everybody sees the same. */
  has_others_photos: Generated<Flag>;
  /** The photo that its author chose as an album's cover. It may have left the album since. */
  cover_photo_id: Generated<number | null>;
  /** The voice. It is gone where the post's author is not its owner. */
  voice_id: Generated<number | null>;
  /** The import that shared the album; letters show an import as one moment. */
  import_id: Generated<number | null>;
  /** Unused. Nodes of an earlier version, which may run beside this one's during an update, write it. */
  photos_told_at: Generated<number | null>;
  /** The words of the question that the post answers. They go with their asker's account. */
  question: Generated<string | null>;
  /** The member who asked it. */
  question_by: Generated<number | null>;
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

export interface PostCircles {
  circle_id: number;
  post_id: number;
  /** The author of the post. */
  author_id: number;
  /** Whether the post is an album. */
  is_album: Generated<Flag>;
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
