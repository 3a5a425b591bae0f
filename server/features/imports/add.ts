import type { Input, Output } from '../../../contract/endpoint.ts';
import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import type * as contract from '../../../contract/years/imports.ts';
import { findCircle } from '../../access/find.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import { lockMembers, lockPost } from '../../platform/db/locks.ts';
import { idempotent } from '../../platform/db/idempotency.ts';
import { publish } from '../../platform/events/hub.ts';
import { conflict, invalid } from '../../platform/problem.ts';
import { newId } from '../../platform/text/ids.ts';
import { attachImported, hasFile } from '../media/imported.ts';
import { countPhotos, dropPhotos, storePhoto, type UploadedFile } from '../media/photos.ts';
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
  repeatKey: string | null,
): Promise<Output<typeof contract.addAlbum>> =>
  idempotent(db, {
    userId: viewer.id,
    key: repeatKey,
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

/**
 * Adds a photo to an album of an open import, unless a moment of the viewer's has the file already (IMPORT-6).
 * @throws missing, invalid, and the refusals of photos
 */
export const addPhoto = async (
  context: AppContext,
  viewer: Viewer,
  input: Input<typeof contract.addPhoto>,
  file: UploadedFile,
): Promise<Output<typeof contract.addPhoto>> => {
  const { db, jobs } = context;
  const { albumId, contentHash, takenOn, position, alt } = input;
  if (position >= limits.photosPerAlbum) throw invalid('position', messages.albumFull);
  const { id: importId } = await findImport(db.read, viewer, input.id);
  await findWaitingAlbum(db.read, importId, albumId);
  if (await hasFile(db.read, viewer, contentHash)) return { added: false };
  const photo = await storePhoto(context, viewer, file, { kind: 'photo', takenOn, isImport: true });
  let isAdded = false;
  try {
    isAdded = await db.write(async (tx) => {
      // A concurrent upload of the same file counts, and the import may be shared meanwhile.
      await lockMembers(tx, [viewer.id]);
      await lockPost(tx, albumId);
      await findImport(tx.q, viewer, input.id);
      const postId = await findWaitingAlbum(tx.q, importId, albumId);
      if (await hasFile(tx.q, viewer, contentHash)) return false;
      if ((await countPhotos(tx, postId)) >= limits.photosPerAlbum)
        throw invalid('albumId', messages.albumFull);
      await attachImported(jobs, tx, viewer, {
        postId,
        photoId: photo.publicId,
        position,
        alt,
        contentHash,
      });
      await publish(tx, { kind: 'post', id: albumId, to: { post: postId } });
      return true;
    });
    return { added: isAdded };
  } finally {
    if (!isAdded) await dropPhotos(context, [photo]);
  }
};
