import { messages } from '../../../contract/errors/errors.ts';
import type { Tx } from '../../platform/db/database.ts';
import { invalid } from '../../platform/problem.ts';

/**
 * Sets the captions of a post's photos, in order; an empty one takes a caption away.
 * @returns whether a caption changed
 * @throws invalid for too many
 */
export const captionPhotos = async (
  tx: Tx,
  postId: number,
  captions: readonly string[],
): Promise<boolean> => {
  const photos = await tx.q
    .selectFrom('images')
    .select(['id', 'alt'])
    .where('post_id', '=', postId)
    .orderBy('position')
    .execute();
  if (captions.length > photos.length) throw invalid('alts', messages.photoCaptionsMany);
  let hasChanged = false;
  for (const [position, caption] of captions.entries()) {
    const photo = photos[position];
    const alt = caption || null;
    if (!photo || photo.alt === alt) continue;
    await tx.q.updateTable('images').set({ alt }).where('id', '=', photo.id).execute();
    hasChanged = true;
  }
  return hasChanged;
};
