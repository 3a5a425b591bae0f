import type { ImportSource } from '../../../../contract/imports.ts';
import type { Generated } from 'kysely';

// The tables of additions to albums, and of imports. `schema.ts` lists all tables.

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
