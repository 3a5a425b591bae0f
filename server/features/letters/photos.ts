import { buffer } from 'node:stream/consumers';
import * as z from 'zod/mini';
import type { AppContext } from '../../app-context.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { type JpegCopies, makeJpegCopy, sweepJpegCopies } from '../media/jpeg-copies.ts';
import { letterCopy, storageKey } from '../media/stored-file.ts';

const copies: JpegCopies = {
  table: 'letter_photos',
  name: letterCopy,
  kind: 'letter',
  side: 800,
  keepForMs: 8 * 24 * 60 * 60_000,
};

const keyOf = (publicId: string): string => storageKey(publicId, letterCopy);

/** The copy of a photo for letters. */
export interface LetterPhoto {
  /** A JPEG; null for a photo that cannot be made into one, which no letter should wait for. */
  bytes: Buffer | null;
}

/** The copies that exist, by key of the image. Photos that are not in the result can be queued. */
export const findLetterPhotos = async (
  context: Pick<AppContext, 'db' | 'storage'>,
  imageIds: readonly number[],
): Promise<Map<number, LetterPhoto>> => {
  const found = new Map<number, LetterPhoto>();
  if (imageIds.length === 0) return found;
  const rows = await context.db.read
    .selectFrom('letter_photos')
    .innerJoin('images', 'images.id', 'letter_photos.image_id')
    .select(['images.id', 'images.public_id', 'letter_photos.bytes'])
    .where('images.id', 'in', imageIds)
    .execute();
  for (const { id, public_id: publicId, bytes } of rows) {
    const file = bytes === 0 ? null : await context.storage.read(keyOf(publicId));
    if (file) found.set(id, { bytes: await buffer(file.stream) });
    else if (bytes === 0) found.set(id, { bytes: null });
    // The file is missing, so the copy has to be made again.
    else
      await context.db.write(({ q }) => q.deleteFrom('letter_photos').where('image_id', '=', id).execute());
  }
  return found;
};

/** The photos without a copy, by key of the image. */
export const findMissingPhotos = async (
  db: Pick<AppContext['db'], 'read'>,
  imageIds: readonly number[],
): Promise<number[]> => {
  if (imageIds.length === 0) return [];
  const rows = await db.read
    .selectFrom('letter_photos')
    .select('image_id')
    .where('image_id', 'in', imageIds)
    .execute();
  const made = new Set(rows.map((row) => row.image_id));
  return imageIds.filter((id) => !made.has(id));
};

/** Queues one job for the copy of each photo, unless a job for it is queued already. */
export const queueLetterPhotos = async (jobs: Jobs, tx: Tx, imageIds: readonly number[]): Promise<void> => {
  if (imageIds.length === 0) return;
  const photos = await tx.q.selectFrom('images').select('public_id').where('id', 'in', imageIds).execute();
  for (const { public_id: payload } of photos)
    await jobs.enqueue(tx, { kind: 'letter-photo', payload, uniqueKey: `letter-photo:${payload}` });
};

const makeLetterPhoto = async (context: AppContext, publicId: string): Promise<void> => {
  const photo = await context.db.read
    .selectFrom('images')
    .leftJoin('letter_photos', 'letter_photos.image_id', 'images.id')
    .select(['images.variants', 'letter_photos.image_id'])
    .where('images.public_id', '=', publicId)
    .where('images.post_id', 'is not', null)
    .executeTakeFirst();
  // The photo was deleted, perhaps after a crash of this job: its copy must not stay behind.
  if (!photo) return context.storage.remove([keyOf(publicId)]);
  if (photo.image_id === null) await makeJpegCopy(context, copies, { publicId, ...photo }, 'letters');
};

/** The jobs that make copies of photos for letters, and delete them after 8 days. */
export const handleLetterPhotos = (context: AppContext): void => {
  context.jobs.handle('letter-photo', (payload) => makeLetterPhoto(context, z.string().parse(payload)));
  context.jobs.handle('sweep-letter-photos', () => sweepJpegCopies(context, copies), { every: 60 * 60_000 });
};
