import { sql } from 'kysely';
import * as z from 'zod/mini';
import { messages } from '../../../contract/errors/errors.ts';
import type { AppContext } from '../../app-context.ts';
import { receivePhoto } from '../../platform/images/receive.ts';
import { PhotoRefused } from '../../platform/images/refused.ts';
import { storageKey } from './stored-file.ts';

/** JPEGs that are made of photos for letters or picture frames, and deleted after a time. */
export interface JpegCopies {
  /** The table that notes them: `image_id`, `bytes` (0 for a photo that cannot be converted) and `made_at`. */
  table: 'letter_photos' | 'frame_photos';
  /** Their name in the storage. */
  name: string;
  /** The kind of job for the image process. */
  kind: 'letter' | 'frame';
  /** The longest side, in pixels. */
  side: number;
  keepForMs: number;
}

interface Photo {
  publicId: string;
  variants: string;
}

/** A variant has at most 2048 × 8192 pixels; in bytes, this is more than it can have. */
const maxBytes = 64 * 1024 * 1024;
const batchSize = 200;

const Variants = z.array(z.object({ name: z.string(), width: z.number() }));

// The smallest variant that is wide enough: it takes half of the full copy's time, which may not exist yet.
const sourceOf = (variants: string, side: number): string => {
  const parsed: unknown = JSON.parse(variants);
  const all = Variants.parse(parsed);
  return (all.find(({ width }) => width >= side) ?? all.at(-1))?.name ?? '';
};

const isUnfit = (error: unknown): boolean =>
  error instanceof PhotoRefused && error.message !== messages.uploadBroken;

/** @returns null for a photo whose file is missing or cannot be read */
const convert = async (
  { storage, images, tmpDir }: AppContext,
  { kind, side }: JpegCopies,
  { publicId, variants }: Photo,
  party: string,
): Promise<Buffer | null> => {
  const stored = await storage.read(storageKey(publicId, sourceOf(variants, side)));
  if (!stored) return null;
  try {
    const received = await receivePhoto(stored.stream, { tmpDir, maxBytes });
    try {
      const made = await images.process(received.path, { kind, party });
      return made.variants[0]?.bytes ?? null;
    } finally {
      await received.remove();
    }
  } catch (error) {
    if (isUnfit(error)) return null;
    throw error;
  }
};

/** @returns whether the photo still exists outside of evidence */
const note = async (
  { db }: Pick<AppContext, 'db'>,
  { table }: JpegCopies,
  publicId: string,
  bytes: number,
): Promise<boolean> => {
  const { rows } = await db.write(({ q }) =>
    sql`
      insert into ${sql.table(table)} (image_id, bytes, made_at)
      select id, ${bytes}, ${Date.now()} from images where public_id = ${publicId} and kind <> 'evidence'
      on conflict (image_id) do update set bytes = excluded.bytes, made_at = excluded.made_at
      returning image_id`.execute(q),
  );
  return rows.length > 0;
};

/**
 * Makes and stores the copy of a photo; `party` takes its turns in the photo pool. A photo that is gone leaves no file
 * behind.
 * @returns null for a photo that cannot be converted, or was deleted meanwhile
 */
export const makeJpegCopy = async (
  context: AppContext,
  copies: JpegCopies,
  photo: Photo,
  party: string,
): Promise<Buffer | null> => {
  const key = storageKey(photo.publicId, copies.name);
  const bytes = await convert(context, copies, photo, party);
  let isNoted = false;
  try {
    if (bytes) await context.storage.put(key, bytes);
    isNoted = await note(context, copies, photo.publicId, bytes?.length ?? 0);
  } finally {
    // As a job, which tries again: nothing else would delete the file of a photo that is gone.
    if (!isNoted)
      await context.db.write((tx) => context.jobs.enqueue(tx, { kind: 'remove-files', payload: [key] }));
  }
  return isNoted ? bytes : null;
};

// Deletes the files first: a row whose file is missing does no harm, but nothing would delete a file without a row.
const sweepSome = async (
  { db, storage }: Pick<AppContext, 'db' | 'storage'>,
  { table, name, keepForMs }: JpegCopies,
): Promise<number> => {
  const madeBefore = Date.now() - keepForMs;
  const { rows: old } = await sql<{ id: number; public_id: string }>`
    select i.id, i.public_id from ${sql.table(table)} copied join images i on i.id = copied.image_id
    where copied.made_at < ${madeBefore} limit ${batchSize}`.execute(db.read);
  if (old.length === 0) return 0;
  await storage.remove(old.map(({ public_id: publicId }) => storageKey(publicId, name)));
  await db.write(({ q }) =>
    sql`delete from ${sql.table(table)}
      where image_id in (${sql.join(old.map(({ id }) => id))}) and made_at < ${madeBefore}`.execute(q),
  );
  return old.length;
};

/** Deletes copies that are older than `keepForMs`. */
export const sweepJpegCopies = async (
  context: Pick<AppContext, 'db' | 'storage'>,
  copies: JpegCopies,
): Promise<void> => {
  while ((await sweepSome(context, copies)) === batchSize);
};
