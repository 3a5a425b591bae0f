import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { messages } from '../../../contract/errors/errors.ts';
import type { AppContext } from '../../app-context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { receivePhoto } from '../../platform/images/receive.ts';
import { PhotoRefused } from '../../platform/images/refused.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { letterCopy, storageKey } from '../media/stored-file.ts';

/** The copy of a photo for letters is deleted after this time. */
const keepForMs = 8 * 24 * 60 * 60_000;
/** The longest side of such a copy, in pixels. */
const side = 800;
/** A variant has at most 2048 × 8192 pixels; in bytes, this is more than it can have. */
const maxBytes = 64 * 1024 * 1024;
const batchSize = 200;

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

const Variants = z.array(z.object({ name: z.string(), width: z.number() }));

// The smallest variant that is wide enough: it takes half of the full copy's time, which may not exist yet.
const sourceOf = (variants: string): string => {
  const parsed: unknown = JSON.parse(variants);
  const all = Variants.parse(parsed);
  return (all.find(({ width }) => width >= side) ?? all.at(-1))?.name ?? '';
};

const isUnfit = (error: unknown): boolean =>
  error instanceof PhotoRefused && error.message !== messages.uploadBroken;

/** @returns null for a photo whose file is missing or cannot be read */
const makeCopy = async (
  { storage, images, tmpDir }: AppContext,
  publicId: string,
  variants: string,
): Promise<Buffer | null> => {
  const stored = await storage.read(storageKey(publicId, sourceOf(variants)));
  if (!stored) return null;
  try {
    const received = await receivePhoto(stored.stream, { tmpDir, maxBytes });
    try {
      const made = await images.process(received.path, { kind: 'letter', party: 'letters' });
      return made.variants[0]?.bytes ?? null;
    } finally {
      await received.remove();
    }
  } catch (error) {
    if (isUnfit(error)) return null;
    throw error;
  }
};

/** @returns whether the photo still exists */
const note = async ({ db }: Pick<AppContext, 'db'>, publicId: string, bytes: number): Promise<boolean> => {
  const { rows } = await db.write(({ q }) =>
    sql`
      insert into letter_photos (image_id, bytes, made_at)
      select id, ${bytes}, ${Date.now()} from images where public_id = ${publicId}
      on conflict (image_id) do update set bytes = excluded.bytes, made_at = excluded.made_at
      returning image_id`.execute(q),
  );
  return rows.length > 0;
};

const makeLetterPhoto = async (context: AppContext, publicId: string): Promise<void> => {
  const photo = await context.db.read
    .selectFrom('images')
    .leftJoin('letter_photos', 'letter_photos.image_id', 'images.id')
    .select(['images.variants', 'letter_photos.image_id'])
    .where('images.public_id', '=', publicId)
    .where('images.post_id', 'is not', null)
    .executeTakeFirst();
  if (photo && photo.image_id !== null) return;
  const key = keyOf(publicId);
  let isNoted = false;
  try {
    const copy = photo ? await makeCopy(context, publicId, photo.variants) : null;
    if (copy) await context.storage.put(key, copy);
    isNoted = photo !== undefined && (await note(context, publicId, copy?.length ?? 0));
  } finally {
    // The photo was deleted meanwhile, perhaps before a crash of this job: its copy must not stay behind.
    if (!isNoted) await context.storage.remove([key]);
  }
};

// Deletes the files first: a row whose file is missing does no harm, but no job would delete a file without a row.
const sweepSome = async ({ db, storage }: Pick<AppContext, 'db' | 'storage'>): Promise<number> => {
  const madeBefore = Date.now() - keepForMs;
  const old = await db.read
    .selectFrom('letter_photos')
    .innerJoin('images', 'images.id', 'letter_photos.image_id')
    .select(['images.id', 'images.public_id'])
    .where('letter_photos.made_at', '<', madeBefore)
    .limit(batchSize)
    .execute();
  if (old.length === 0) return 0;
  await storage.remove(old.map(({ public_id: publicId }) => keyOf(publicId)));
  const ids = old.map(({ id }) => id);
  await db.write(({ q }) =>
    q.deleteFrom('letter_photos').where('image_id', 'in', ids).where('made_at', '<', madeBefore).execute(),
  );
  return old.length;
};

/** The jobs that make copies of photos for letters, and delete them after 8 days. */
export const handleLetterPhotos = (context: AppContext): void => {
  context.jobs.handle('letter-photo', (payload) => makeLetterPhoto(context, z.string().parse(payload)));
  context.jobs.handle(
    'sweep-letter-photos',
    async () => {
      while ((await sweepSome(context)) === batchSize);
    },
    { every: 60 * 60_000 },
  );
};
