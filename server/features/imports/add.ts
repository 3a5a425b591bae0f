import type { Input, Output } from '../../../contract/endpoint.ts';
import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import type * as contract from '../../../contract/imports.ts';
import { findCircle } from '../../access/find/circles.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Queries } from '../../platform/db/database.ts';
import { lockMembers, lockPost } from '../../platform/db/locks.ts';
import { idempotent, type RepeatKey } from '../../platform/db/idempotency.ts';
import { publish } from '../../platform/events/hub.ts';
import { conflict, invalid, missing } from '../../platform/problem.ts';
import { newId } from '../../platform/text/ids.ts';
import { attachImported, findWaitingVideo, hasFile } from '../media/imported.ts';
import { countPhotos, dropPhotos, storePhoto, type UploadedFile } from '../media/photos.ts';
import { startVideo as startUpload } from '../media/video-uploads.ts';
import { insertOwnAlbum } from '../posts/own-album.ts';
import { findCurrent, findImport, findWaitingAlbum, presentImport } from './find.ts';

/** Opens an import, or finds the open one: a member has one at a time. */
export const openImport = async (
  { db }: Pick<AppContext, 'db'>,
  viewer: Viewer,
  { source }: Input<typeof contract.open>,
): Promise<Output<typeof contract.open>> =>
  db.write(async (tx) => {
    await lockMembers(tx, [viewer.id]);
    const open = await findCurrent(tx.q, viewer);
    if (open) return presentImport(tx.q, viewer, open);
    const row = { public_id: newId(), source, started_at: Date.now() };
    const { id } = await tx.q
      .insertInto('imports')
      .values({ ...row, user_id: viewer.id, ended_at: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    return presentImport(tx.q, viewer, { id, ...row });
  });

/** Makes an album of an open import. Only its author sees it (IMPORT-3). @throws missing, conflict */
export const addAlbum = async (
  { db }: Pick<AppContext, 'db'>,
  viewer: Viewer,
  input: Input<typeof contract.addAlbum>,
  repeatKey: RepeatKey | null,
): Promise<Output<typeof contract.addAlbum>> =>
  idempotent(db, {
    userId: viewer.id,
    repeatKey,
    make: async (tx) => {
      await lockMembers(tx, [viewer.id]);
      const { id: importId } = await findImport(tx.q, viewer, input.id);
      const circle = input.circleId === null ? null : await findCircle(tx.q, viewer, input.circleId);
      const { count } = await tx.q
        .selectFrom('import_albums')
        .select((e) => e.fn.countAll<number>().as('count'))
        .where('import_id', '=', importId)
        .executeTakeFirstOrThrow();
      if (count >= limits.importAlbums) throw conflict(messages.importAlbumsMany);
      const { title, content = '' } = input;
      const album = await insertOwnAlbum(tx, viewer.id, { title, content });
      await tx.q
        .insertInto('import_albums')
        .values({ post_id: album.id, import_id: importId, circle_id: circle?.id ?? null })
        .execute();
      return { id: album.publicId, result: { id: album.publicId } };
    },
    load: (_, id) => Promise.resolve({ id }),
  });

/** The key of an album of an open import. @throws missing */
const findPlace = async (
  q: Queries,
  viewer: Viewer,
  { id, albumId }: { id: string; albumId: string },
): Promise<number> => findWaitingAlbum(q, (await findImport(q, viewer, id)).id, albumId);

/**
 * Attaches a stored photo or video to its album. @returns false if a moment of the viewer's has the file already
 * @throws missing, invalid
 */
const attach = (
  { db, jobs }: Pick<AppContext, 'db' | 'jobs'>,
  viewer: Viewer,
  { photoId, ...input }: Omit<Input<typeof contract.addVideo>, 'videoId'> & { photoId: string },
): Promise<boolean> =>
  db.write(async (tx) => {
    const { albumId, contentHash, position, alt } = input;
    // A concurrent upload of the same file counts, and the import may be shared meanwhile.
    await lockMembers(tx, [viewer.id]);
    await lockPost(tx, albumId);
    const postId = await findPlace(tx.q, viewer, input);
    if (await hasFile(tx.q, viewer, contentHash)) return false;
    if ((await countPhotos(tx, postId)) >= limits.photosPerAlbum)
      throw invalid('albumId', messages.albumFull);
    await attachImported(jobs, tx, viewer, { postId, photoId, position, alt, contentHash });
    await publish(tx, { kind: 'post', id: albumId, to: { post: postId } });
    return true;
  });

/**
 * Adds a photo to an album of an open import, unless a moment of the viewer's has the file already.
 * @throws missing, invalid, and the refusals of photos
 */
export const addPhoto = async (
  context: AppContext,
  viewer: Viewer,
  input: Input<typeof contract.addPhoto>,
  file: UploadedFile,
): Promise<Output<typeof contract.addPhoto>> => {
  const { db } = context;
  const { contentHash, takenOn, position } = input;
  if (position >= limits.photosPerAlbum) throw invalid('position', messages.albumFull);
  await findPlace(db.read, viewer, input);
  if (await hasFile(db.read, viewer, contentHash)) return { added: false };
  const photo = await storePhoto(context, viewer, file, { kind: 'photo', takenOn, isImport: true });
  let isAdded = false;
  try {
    isAdded = await attach(context, viewer, { ...input, photoId: photo.publicId });
    return { added: isAdded };
  } finally {
    if (!isAdded) await dropPhotos(context, [photo]);
  }
};

/** Starts the upload of a video for an open import (IMPORT-8). @throws missing, and the refusals of videos */
export const startVideo = async (
  context: Pick<AppContext, 'db' | 'settings'>,
  viewer: Viewer,
  { id, bytes, takenOn }: Input<typeof contract.startVideo>,
): Promise<Output<typeof contract.startVideo>> => {
  await findImport(context.db.read, viewer, id);
  return startUpload(context, viewer, { bytes, takenOn, isImport: true });
};

/**
 * Adds an uploaded video to an album of an open import, unless a moment of the viewer's has the file already. Refused
 * for another reason, the video stays for a day: its browser may choose another album.
 * @throws missing, invalid
 */
export const addVideo = async (
  context: Pick<AppContext, 'db' | 'jobs' | 'tmpDir'>,
  viewer: Viewer,
  { videoId, ...input }: Input<typeof contract.addVideo>,
): Promise<Output<typeof contract.addVideo>> => {
  const { db } = context;
  if (input.position >= limits.photosPerAlbum) throw invalid('position', messages.albumFull);
  await findPlace(db.read, viewer, input);
  const video = await findWaitingVideo(db.read, viewer, videoId);
  if (!video) {
    // A repeated request, after its answer was lost.
    if (await hasFile(db.read, viewer, input.contentHash)) return { added: false };
    throw missing();
  }
  const isAdded = await attach(context, viewer, { ...input, photoId: videoId });
  if (!isAdded) await dropPhotos(context, [video]);
  return { added: isAdded };
};
