import { readFile } from 'node:fs/promises';
import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { time } from '../../access/show/present.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Queries, Tx } from '../../platform/db/database.ts';
import { lockMembers } from '../../platform/db/locks.ts';
import type { ReceivedOctets } from '../../platform/images/receive.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { conflict, forbidden, invalid, missing } from '../../platform/problem.ts';
import { dayNumberOrNull, dayOrNull } from '../../platform/text/days.ts';
import { newId } from '../../platform/text/ids.ts';
import { assertRoom, findPlan } from '../usage/storage.ts';
import { assertFewWaiting, dropPhotos } from './photos.ts';
import { unattachedFor } from './stored-file.ts';

const { videoPartBytes: partBytes } = limits;

export const countParts = (bytes: number): number => Math.ceil(bytes / partBytes);

export const partKey = (publicId: string, position: number): string => `${publicId}-part${position}.bin`;

/** The keys of all parts, stored or not: a part may arrive after its upload was deleted. */
export const partKeys = ({ public_id, bytes }: { public_id: string; bytes: number }): string[] =>
  Array.from({ length: countParts(bytes) }, (_, position) => partKey(public_id, position));

/** @throws forbidden */
const assertMayShareVideos = async (
  { settings }: Pick<AppContext, 'settings'>,
  q: Queries,
  viewer: Viewer,
): Promise<void> => {
  if (settings.video === 'off') throw forbidden(messages.videosOff);
  if (settings.video === 'premium' && (await findPlan(q, viewer.id)) !== 'premium')
    throw forbidden(messages.videosPremium);
};

interface NewUpload {
  bytes: number;
  /** The day on which the video was taken. */
  takenOn?: string | null | undefined;
  isImport?: boolean;
}

/** Starts an upload. @throws forbidden, conflict, Problem `tooLarge` */
export const startVideo = (
  context: Pick<AppContext, 'db' | 'settings'>,
  viewer: Viewer,
  { bytes, takenOn = null, isImport = false }: NewUpload,
): Promise<{ id: string; partBytes: number }> =>
  context.db.write(async (tx) => {
    await lockMembers(tx, [viewer.id]);
    await assertMayShareVideos(context, tx.q, viewer);
    const { waiting } = await tx.q
      .selectFrom('video_uploads')
      .select((e) => e.fn.coalesce(e.fn.sum<number | string>('bytes'), e.lit(0)).as('waiting'))
      .where('owner_id', '=', viewer.id)
      .where('image_id', 'is', null)
      .executeTakeFirstOrThrow();
    await assertRoom(context.settings, tx, viewer.id, Number(waiting) + bytes);
    await assertFewWaiting(tx, viewer.id, Math.ceil(bytes / limits.photoBytes));
    const id = newId();
    await tx.q
      .insertInto('video_uploads')
      .values({
        public_id: id,
        owner_id: viewer.id,
        bytes,
        taken_day: dayNumberOrNull(takenOn),
        is_import: isImport ? 1 : 0,
        created_at: Date.now(),
      })
      .execute();
    return { id, partBytes };
  });

export interface Upload {
  id: number;
  publicId: string;
  bytes: number;
  createdAt: number;
  imageId: number | null;
  /** The day on which the video was taken. */
  takenOn: string | null;
  isImport: boolean;
}

/** An upload of the viewer's, or null. */
export const lookUpUpload = async (q: Queries, viewer: Viewer, publicId: string): Promise<Upload | null> => {
  const row = await q
    .selectFrom('video_uploads')
    .select(['id', 'bytes', 'created_at', 'image_id', 'taken_day', 'is_import'])
    .where('public_id', '=', publicId)
    .where('owner_id', '=', viewer.id)
    .where('created_at', '>', Date.now() - unattachedFor)
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    publicId,
    bytes: row.bytes,
    createdAt: row.created_at,
    imageId: row.image_id,
    takenOn: dayOrNull(row.taken_day),
    isImport: row.is_import === 1,
  };
};

/** An upload of the viewer's. @throws missing */
export const findUpload = async (q: Queries, viewer: Viewer, publicId: string): Promise<Upload> => {
  const upload = await lookUpUpload(q, viewer, publicId);
  if (!upload) throw missing();
  return upload;
};

export const findDigests = async (q: Queries, upload: Upload): Promise<ReadonlyMap<number, string>> => {
  const rows = await q
    .selectFrom('video_parts')
    .select(['position', 'digest'])
    .where('upload_id', '=', upload.id)
    .orderBy('position')
    .execute();
  return new Map(rows.map(({ position, digest }) => [position, digest]));
};

/** The parts that have arrived. @throws missing */
export const findParts = async (
  { db }: Pick<AppContext, 'db'>,
  viewer: Viewer,
  publicId: string,
): Promise<{ parts: number[]; partBytes: number; expiresAt: string }> => {
  const upload = await findUpload(db.read, viewer, publicId);
  const digests = await findDigests(db.read, upload);
  return { parts: [...digests.keys()], partBytes, expiresAt: time(upload.createdAt + unattachedFor) };
};

/**
 * Stores a part. The same part again changes nothing.
 * @throws missing, conflict for another part in its place, invalid for one of another size than expected
 */
export const putPart = async (
  { db, storage, jobs }: Pick<AppContext, 'db' | 'storage' | 'jobs'>,
  viewer: Viewer,
  { id, n: position }: { id: string; n: number },
  part: ReceivedOctets,
): Promise<void> => {
  const upload = await findUpload(db.read, viewer, id);
  const isStored = async (q: Queries): Promise<boolean> => {
    const before = (await findDigests(q, upload)).get(position);
    if (before !== undefined && before !== part.digest) throw conflict(messages.videoPartOther);
    return before !== undefined;
  };
  const expected = Math.min(partBytes, upload.bytes - position * partBytes);
  if (expected <= 0 || part.bytes !== expected) throw invalid('n', messages.videoPartSize);
  if (await isStored(db.read)) return;
  await storage.put(partKey(id, position), await readFile(part.path));
  await db.write(async (tx) => {
    await lockMembers(tx, [viewer.id]);
    // Cancelled, or expired, while the part arrived.
    if (!(await lookUpUpload(tx.q, viewer, id)))
      return jobs.enqueue(tx, { kind: 'remove-files', payload: [partKey(id, position)] });
    if (await isStored(tx.q)) return;
    await tx.q
      .insertInto('video_parts')
      .values({ upload_id: upload.id, position, digest: part.digest })
      .execute();
  });
};

const deleteUploads = async (
  jobs: Jobs,
  tx: Tx,
  uploads: readonly { id: number; public_id: string; bytes: number }[],
): Promise<void> => {
  if (uploads.length === 0) return;
  const ids = uploads.map(({ id }) => id);
  await tx.q.deleteFrom('video_uploads').where('id', 'in', ids).execute();
  await jobs.enqueue(tx, { kind: 'remove-files', payload: uploads.flatMap(partKeys) });
};

/** Cancels an upload, or deletes its video if that was not shared. @throws missing */
export const cancelVideo = async (
  context: Pick<AppContext, 'db' | 'jobs' | 'tmpDir'>,
  viewer: Viewer,
  publicId: string,
): Promise<void> => {
  const imageId = await context.db.write(async (tx) => {
    await lockMembers(tx, [viewer.id]);
    const upload = await findUpload(tx.q, viewer, publicId);
    await deleteUploads(context.jobs, tx, [{ id: upload.id, public_id: publicId, bytes: upload.bytes }]);
    return upload.imageId;
  });
  if (imageId !== null) await dropPhotos(context, [{ id: imageId }]);
};

/** Deletes an upload, unless another request has made a video of it. */
export const removeUnfinished = (
  { db, jobs }: Pick<AppContext, 'db' | 'jobs'>,
  viewer: Viewer,
  { id, publicId, bytes }: Upload,
): Promise<void> =>
  db.write(async (tx) => {
    await lockMembers(tx, [viewer.id]);
    const upload = await lookUpUpload(tx.q, viewer, publicId);
    if (upload?.imageId === null) await deleteUploads(jobs, tx, [{ id, public_id: publicId, bytes }]);
  });

/** Deletes the uploads of a member whose account is deleted, as `removeImagesOf` deletes their images. */
export const removeUploadsOf = async (jobs: Jobs, tx: Tx, userId: number): Promise<void> => {
  const uploads = await tx.q
    .selectFrom('video_uploads')
    .select(['id', 'public_id', 'bytes'])
    .where('owner_id', '=', userId)
    .execute();
  await deleteUploads(jobs, tx, uploads);
};

const batchSize = 50;

const sweepSome = (context: Pick<AppContext, 'db' | 'jobs'>): Promise<number> =>
  context.db.write(async (tx) => {
    const expired = await tx.q
      .selectFrom('video_uploads')
      .select(['id', 'public_id', 'bytes', 'owner_id'])
      .where('created_at', '<', Date.now() - unattachedFor)
      .limit(batchSize)
      .execute();
    // A part may be on its way.
    if (expired.length > 0) await lockMembers(tx, [...new Set(expired.map(({ owner_id: owner }) => owner))]);
    await deleteUploads(context.jobs, tx, expired);
    return expired.length;
  });

/** The hourly job that deletes uploads of videos that were not completed. */
export const sweepVideos = (context: AppContext): void => {
  context.jobs.handle(
    'sweep-videos',
    async () => {
      while ((await sweepSome(context)) === batchSize);
    },
    { every: 60 * 60_000 },
  );
};
