import type { Generated } from 'kysely';
import type { Flag } from './schema.ts';
import type { ImportSource } from '../../../../contract/years/imports.ts';

// Tables of albums, of the days of photos, and of archives. `schema.ts` lists all tables.

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

/** A download of all that a member may see of a circle. An ended one waits for a job that deletes its rows and files. */
export interface Archives {
  id: Generated<number>;
  public_id: string;
  user_id: number;
  circle_id: number;
  status: 'pending' | 'ready' | 'ended';
  photos_total: number;
  photos_done: number;
  /** JSON: the size of each ZIP, in order. */
  part_bytes: string;
  /** 0 if the circle has more than one archive may hold. */
  is_complete: Flag;
  created_at: number;
  expires_at: number;
}

/** A post that an archive holds. The database deletes it with its `post_circles` row, and ends the archive. */
export interface ArchivePosts {
  archive_id: number;
  circle_id: number;
  post_id: number;
}

/** A photo that an archive holds. The database deletes it with its `circle_photos` row, and ends the archive. */
export interface ArchivePhotos {
  archive_id: number;
  circle_id: number;
  day_key: number;
}

/** A member by whom an archive holds posts or photos. */
export interface ArchivePeople {
  archive_id: number;
  user_id: number;
}

/** A deleted archive whose files are still stored. */
export interface ArchiveLeftovers {
  public_id: string;
}

/** Photos that a member brings from elsewhere. A member has at most one open import. */
export interface Imports {
  id: Generated<number>;
  public_id: string;
  user_id: number;
  source: ImportSource;
  started_at: number;
  /** When it was shared or kept. */
  ended_at: number | null;
}

/** An album of an open import: a post of its author alone, until the import is shared. */
export interface ImportAlbums {
  post_id: number;
  import_id: number;
  /** The circle that it is meant for; null for its author alone. */
  circle_id: number | null;
}

/** Photos that one request added to an album. */
export interface AlbumAdditions {
  id: Generated<number>;
  post_id: number;
  added_at: number;
}

/** Additions to an album up to this key count as told to the member. */
export interface ToldAlbums {
  user_id: number;
  post_id: number;
  addition_id: number;
}
