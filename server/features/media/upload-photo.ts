import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Queries } from '../../platform/db/database.ts';
import { findMade, noteMade, type RepeatKey } from '../../platform/db/idempotency.ts';
import { lockMembers } from '../../platform/db/locks.ts';
import { dropPhotos, type PhotoNotes, type StoredPhoto, storePhoto, type UploadedFile } from './photos.ts';
import { storageKey, variantNames } from './stored-file.ts';

/** The photo, if it is this member's; the sweep may have deleted it. */
const findOwn = async (
  q: Queries,
  { id: owner }: Viewer,
  publicId: string | null,
): Promise<StoredPhoto | null> => {
  if (publicId === null) return null;
  const row = await q
    .selectFrom('images')
    .select(['id', 'variants'])
    .where('public_id', '=', publicId)
    .where('owner_id', '=', owner)
    .where('kind', '=', 'photo')
    .executeTakeFirst();
  if (!row) return null;
  const [smallest = ''] = variantNames(row.variants);
  return { id: row.id, publicId, smallest: storageKey(publicId, smallest) };
};

/**
 * Stores a photo for a moment that is still being written. Repeated with the same key it is stored once, as long
 * as it is there: also a browser that did not hear of its moment gets the same answer.
 * @throws Problem in the words of the refusal
 */
export const uploadPhoto = async (
  context: AppContext,
  viewer: Viewer,
  file: UploadedFile,
  notes: PhotoNotes,
  repeatKey: RepeatKey | null,
): Promise<StoredPhoto> => {
  const { db } = context;
  if (repeatKey) {
    const earlier = await findOwn(db.read, viewer, await findMade(db, viewer.id, repeatKey));
    if (earlier) return earlier;
  }
  const photo = await storePhoto(context, viewer, file, { kind: 'photo', ...notes });
  if (!repeatKey) return photo;
  const other = await db.write(async (tx) => {
    await lockMembers(tx, [viewer.id]);
    const made = await findOwn(tx.q, viewer, await findMade(tx, viewer.id, repeatKey));
    if (!made) await noteMade(tx, viewer.id, repeatKey, photo.publicId);
    return made;
  });
  if (other) await dropPhotos(context, [photo]);
  return other ?? photo;
};
