import type { Generated } from 'kysely';
import type { Flag } from './schema.ts';

// The tables of downloads of circles. `schema.ts` lists all tables.

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
