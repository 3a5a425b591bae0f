import type { Input, Output } from '../../../contract/endpoint.ts';
import type { letGo } from '../../../contract/audience/let-go.ts';
import { findStillSeen } from '../../access/find/still-seen.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Database } from '../../platform/db/database.ts';
import { findOpenReceipts, noteLetGo } from './let-go.ts';

/**
 * Finds the kept photos and posts of a device that its member does not see now (TRUTH-70). A device that keeps
 * nothing but what its member sees has let go of everything that was taken back before (TRUTH-46).
 */
export const findToLetGo = async (
  db: Database,
  viewer: Viewer,
  kept: Input<typeof letGo>,
): Promise<Output<typeof letGo>> => {
  const receipts = kept.everything ? await findOpenReceipts(db.read, viewer.sessionId) : [];
  const seen = await findStillSeen(db, viewer, kept);
  const photos = [...new Set(kept.photos)].filter((name) => !seen.photos.has(name));
  const posts = [...new Set(kept.posts)].filter((id) => !seen.posts.has(id));
  if (receipts.length > 0 && photos.length === 0 && posts.length === 0)
    await db.write((tx) => noteLetGo(tx, viewer.sessionId, receipts, Date.now()));
  return { photos, posts };
};
