import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { messages } from '../../../contract/errors/errors.ts';
import type { Video } from '../../../contract/shapes.ts';
import { presentVideo } from '../../access/show/photos.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Queries } from '../../platform/db/database.ts';
import { lockMembers } from '../../platform/db/locks.ts';
import { type TemporaryFile, temporaryFile } from '../../platform/images/receive.ts';
import { conflict, missing, Problem } from '../../platform/problem.ts';
import { dropPhotos, storePhoto, turnOf, type UploadedFile } from './photos.ts';
import { storageKey, variantNames } from './stored-file.ts';
import {
  countParts,
  findDigests,
  findUpload,
  lookUpUpload,
  partKey,
  partKeys,
  removeUnfinished,
  type Upload,
} from './video-uploads.ts';

/**
 * Writes the parts of an upload into one file, and checks each of them again.
 * @throws conflict if a part is missing
 */
const joinParts = async (
  { db, storage }: Pick<AppContext, 'db' | 'storage'>,
  upload: Upload,
  file: TemporaryFile,
): Promise<void> => {
  const digests = await findDigests(db.read, upload);
  if (digests.size < countParts(upload.bytes)) throw conflict(messages.videoIncomplete);
  for (const [position, digest] of digests) {
    // Opened first: a stream that opens the file itself could still create it after a failure has removed it.
    await using target = await open(file.path, 'a', 0o600);
    const part = await storage.read(partKey(upload.publicId, position));
    const hash = createHash('sha256');
    if (part)
      await pipeline(
        part.stream,
        async function* (chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            hash.update(chunk);
            yield chunk;
          }
        },
        target.createWriteStream(),
      );
    if (part && hash.digest('base64') === digest) continue;
    // The browser asks which parts have arrived, and sends this one again.
    await db.write(({ q }) =>
      q
        .deleteFrom('video_parts')
        .where('upload_id', '=', upload.id)
        .where('position', '=', position)
        .execute(),
    );
    throw conflict(messages.videoIncomplete);
  }
};

export interface FinishedVideo {
  id: string;
  url: string;
  video: Video;
}

const findFinished = async (q: Queries, imageId: number): Promise<FinishedVideo> => {
  const row = await q
    .selectFrom('images')
    .select(['public_id', 'variants', 'video_type', 'video_ms', 'video_bytes'])
    .where('id', '=', imageId)
    .executeTakeFirst();
  const [smallest] = row ? variantNames(row.variants) : [];
  const video = row && presentVideo(row.public_id, row);
  if (!row || !video || smallest === undefined) throw missing();
  return { id: row.public_id, url: `/uploads/${storageKey(row.public_id, smallest)}`, video };
};

/**
 * Makes a video of the parts of an upload, with its poster.
 * @throws missing, conflict if parts are missing, Problem `wrongType` or `tooLarge` for a file that is not accepted,
 *   `unavailable` if it takes too long
 */
export const finishVideo = async (
  context: AppContext,
  viewer: Viewer,
  { id: publicId, poster }: { id: string; poster: UploadedFile },
): Promise<FinishedVideo> => {
  const { db } = context;
  const upload = await findUpload(db.read, viewer, publicId);
  if (upload.imageId !== null) return findFinished(db.read, upload.imageId);
  try {
    await makeVideo(context, viewer, upload, poster);
  } catch (error) {
    // Once another request has made it, the parts are deleted while this one reads them.
    const now = await lookUpUpload(db.read, viewer, publicId);
    if ((now?.imageId ?? null) === null) throw error;
  }
  const { imageId } = await findUpload(db.read, viewer, publicId);
  if (imageId === null) throw missing();
  return findFinished(db.read, imageId);
};

const makeVideo = async (
  context: AppContext,
  viewer: Viewer,
  upload: Upload,
  poster: UploadedFile,
): Promise<void> => {
  const joined = temporaryFile(context.tmpDir);
  try {
    await orUnavailable(joinParts(context, upload, joined));
    const video = await rewrap(context, viewer, upload, joined);
    try {
      const photo = await storePhoto(context, viewer, poster, {
        kind: 'photo',
        video,
        takenOn: upload.takenOn ?? undefined,
        isImport: upload.isImport,
      });
      // Cancelled, or made by another node, meanwhile.
      if (!(await noteFinished(context, viewer, upload, photo.id))) await dropPhotos(context, [photo]);
    } finally {
      await video.remove();
    }
  } finally {
    await joined.remove();
  }
};

/** The disk was full, or the store broke off: another try may succeed. @throws Problem */
const orUnavailable = async (work: Promise<void>): Promise<void> => {
  try {
    await work;
  } catch (error) {
    throw error instanceof Problem
      ? error
      : new Problem('unavailable', messages.unavailable, { cause: error });
  }
};

const rewrap = async (
  context: AppContext,
  viewer: Viewer,
  upload: Upload,
  { path }: TemporaryFile,
): ReturnType<AppContext['videos']['rewrap']> => {
  try {
    return await context.videos.rewrap(path, turnOf(viewer, upload));
  } catch (error) {
    // The same parts would be refused again.
    const isRefused = error instanceof Problem && error.code !== 'unavailable';
    if (isRefused) await removeUnfinished(context, viewer, upload);
    throw error;
  }
};

/** Notes the poster, and has the parts deleted. @returns whether the upload was there and not finished yet */
const noteFinished = (
  { db, jobs }: Pick<AppContext, 'db' | 'jobs'>,
  viewer: Viewer,
  upload: Upload,
  imageId: number,
): Promise<boolean> =>
  db.write(async (tx) => {
    // A concurrent cancellation has read whether there is an image to delete.
    await lockMembers(tx, [viewer.id]);
    const noted = await tx.q
      .updateTable('video_uploads')
      .set({ image_id: imageId })
      .where('id', '=', upload.id)
      .where('image_id', 'is', null)
      .returning(['public_id', 'bytes'])
      .executeTakeFirst();
    if (noted) await jobs.enqueue(tx, { kind: 'remove-files', payload: partKeys(noted) });
    return noted !== undefined;
  });
