import type { Generated } from 'kysely';

// The tables of picture frames. `schema.ts` lists all tables.

/** A read-only session for one circle on a tablet or television, by the hash of its cookie. */
export interface Frames {
  id: Generated<number>;
  public_id: string;
  token_hash: string;
  user_id: number;
  circle_id: number;
  device: string;
  /** Hours of the frame's own clock between which it is dark; null if it never is. */
  night_from: number | null;
  night_to: number | null;
  created_at: number;
  last_seen_at: number;
}

/** A code that a tablet shows until a member types it, with the hash of that tablet's cookie. */
export interface FrameCodes {
  code_hash: string;
  token_hash: string;
  device: string;
  expires_at: number;
}

/** The JPEG of a photo for frames. 0 bytes: the photo cannot be made into one. */
export interface FramePhotos {
  image_id: number;
  bytes: number;
  made_at: number;
}
