import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/** Deletes the hearts of the photos, but those of their adders (ABOUT-6). `images` is a query that yields their keys. */
export const deleteHeartsOfOthers = async (tx: Tx, images: RawBuilder<unknown>): Promise<void> => {
  await sql`delete from photo_likes where image_id in (${images})
    and user_id <> (select owner_id from images where images.id = photo_likes.image_id)`.execute(tx.q);
};
