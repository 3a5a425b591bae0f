import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { messages } from '../../../contract/errors/errors.ts';
import { findFramePhoto, type OpenFrame } from '../../access/years/frames.ts';
import type { AppContext } from '../../app-context.ts';
import { receivePhoto } from '../../platform/images/receive.ts';
import { PhotoRefused } from '../../platform/images/refused.ts';
import { missing } from '../../platform/problem.ts';
import { frameCopy, storageKey } from '../media/stored-file.ts';

/** A copy is deleted after this time; a frame that still shows the photo has it made again. */
const keepForMs = 30 * 24 * 60 * 60_000;
/** The longest side of a copy, in pixels. */
const side = 1600;
/** A variant has at most 2048 × 8192 pixels; in bytes, this is more than it can have. */
const maxBytes = 64 * 1024 * 1024;
const batchSize = 200;

type Found = Awaited<ReturnType<typeof findFramePhoto>>;

const keyOf = (publicId: string): string => storageKey(publicId, frameCopy);

const Variants = z.array(z.object({ name: z.string(), width: z.number() }));

// The smallest variant that is wide enough, or the largest.
const sourceOf = (variants: string): string => {
  const parsed: unknown = JSON.parse(variants);
  const all = Variants.parse(parsed);
  return (all.find(({ width }) => width >= side) ?? all.at(-1))?.name ?? '';
};

const isUnfit = (error: unknown): boolean =>
  error instanceof PhotoRefused && error.message !== messages.uploadBroken;

/** @returns null for a photo whose file is missing or cannot be read */
const convert = async (
  { storage, images, tmpDir }: AppContext,
  { publicId, variants }: Found,
  memberId: number,
): Promise<Buffer | null> => {
  const stored = await storage.read(storageKey(publicId, sourceOf(variants)));
  if (!stored) return null;
  try {
    const received = await receivePhoto(stored.stream, { tmpDir, maxBytes });
    try {
      const made = await images.process(received.path, { kind: 'frame', party: `frames ${memberId}` });
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
const note = async ({ db }: Pick<AppContext, 'db'>, { id }: Found, bytes: number): Promise<boolean> => {
  const { rows } = await db.write(({ q }) =>
    sql`
      insert into frame_photos (image_id, bytes, made_at)
      select id, ${bytes}, ${Date.now()} from images where id = ${id} and kind <> 'evidence'
      on conflict (image_id) do update set bytes = excluded.bytes, made_at = excluded.made_at
      returning image_id`.execute(q),
  );
  return rows.length > 0;
};

const makeCopy = async (context: AppContext, photo: Found, memberId: number): Promise<Buffer | null> => {
  const key = keyOf(photo.publicId);
  const bytes = await convert(context, photo, memberId);
  let isNoted = false;
  try {
    if (bytes) await context.storage.put(key, bytes);
    isNoted = await note(context, photo, bytes?.length ?? 0);
  } finally {
    // The photo was deleted meanwhile: its copy must not stay behind.
    if (!isNoted) await context.storage.remove([key]);
  }
  return isNoted ? bytes : null;
};

const readCopy = async ({ db, storage }: AppContext, photo: Found): Promise<Buffer | 'unfit' | null> => {
  const row = await db.read
    .selectFrom('frame_photos')
    .select('bytes')
    .where('image_id', '=', photo.id)
    .executeTakeFirst();
  if (!row) return null;
  if (row.bytes === 0) return 'unfit';
  const file = await storage.read(keyOf(photo.publicId));
  return file && buffer(file.stream);
};

/** Answers frames with JPEGs of photos that they may show. @throws missing */
export type ReadFramePhoto = (frame: OpenFrame, name: string) => Promise<Buffer>;

/** Frames that want the same photo concurrently wait for one conversion. */
export const createFramePhotos = (context: AppContext): ReadFramePhoto => {
  const making = new Map<number, Promise<Buffer | null>>();
  const make = (photo: Found, memberId: number): Promise<Buffer | null> => {
    const running = making.get(photo.id);
    if (running) return running;
    const made = makeCopy(context, photo, memberId).finally(() => making.delete(photo.id));
    making.set(photo.id, made);
    return made;
  };
  return async (frame, name) => {
    const photo = await findFramePhoto(context.db.read, frame, name);
    const copy = await readCopy(context, photo);
    if (copy === 'unfit') throw missing();
    if (copy) return copy;
    const made = await make(photo, frame.memberId);
    // Sight may have ended while the photo was converted.
    await findFramePhoto(context.db.read, frame, name);
    if (!made) throw missing();
    return made;
  };
};

// Deletes the files first: a row whose file is missing does no harm, but nothing would delete a file without a row.
const sweepSome = async ({ db, storage }: Pick<AppContext, 'db' | 'storage'>): Promise<number> => {
  const madeBefore = Date.now() - keepForMs;
  const old = await db.read
    .selectFrom('frame_photos')
    .innerJoin('images', 'images.id', 'frame_photos.image_id')
    .select(['images.id', 'images.public_id'])
    .where('frame_photos.made_at', '<', madeBefore)
    .limit(batchSize)
    .execute();
  if (old.length === 0) return 0;
  await storage.remove(old.map(({ public_id: publicId }) => keyOf(publicId)));
  const ids = old.map(({ id }) => id);
  await db.write(({ q }) =>
    q.deleteFrom('frame_photos').where('image_id', 'in', ids).where('made_at', '<', madeBefore).execute(),
  );
  return old.length;
};

/** Deletes copies that are older than 30 days. */
export const sweepFramePhotos = async (context: Pick<AppContext, 'db' | 'storage'>): Promise<void> => {
  while ((await sweepSome(context)) === batchSize);
};
