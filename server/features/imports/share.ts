import type { Input, Output } from '../../../contract/endpoint.ts';
import type * as contract from '../../../contract/imports.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { idempotent, type RepeatKey } from '../../platform/db/idempotency.ts';
import { lockMembers } from '../../platform/db/locks.ts';
import { deletePostIn } from '../posts/write.ts';
import { shareAlbum } from '../posts/share-album.ts';
import { findAlbums, findImport, type WaitingAlbum } from './find.ts';

const end = async ({ q }: Tx, importId: number): Promise<void> => {
  await q.deleteFrom('import_albums').where('import_id', '=', importId).execute();
  await q.updateTable('imports').set({ ended_at: Date.now() }).where('id', '=', importId).execute();
};

const isEmpty = ({ photos, content }: WaitingAlbum): boolean => photos === 0 && content === '';

/**
 * Ends an import and shares its albums, all in one transaction: so one notification and one letter tell of all of them.
 * An album whose circle the viewer has lost stays theirs alone, and one without photos and words is deleted.
 * @throws missing, tooMany for more albums of words alone than moments are allowed
 */
export const shareImport = async (
  { db, jobs, limits }: Pick<AppContext, 'db' | 'jobs' | 'limits'>,
  viewer: Viewer,
  { id }: Input<typeof contract.share>,
  repeatKey: RepeatKey | null,
): Promise<Output<typeof contract.share>> => {
  const prepare = async () => {
    // An album of words alone is a moment like any other.
    const { id: open } = await findImport(db.read, viewer, id);
    const words = (await findAlbums(db.read, viewer, open)).filter(
      ({ photos, content, circle }) => photos === 0 && content !== '' && circle !== null,
    );
    await limits.consume('posts', String(viewer.id), words.length);
  };
  const make = async (tx: Tx) => {
    await lockMembers(tx, [viewer.id]);
    const { id: importId } = await findImport(tx.q, viewer, id);
    const albums = await findAlbums(tx.q, viewer, importId);
    for (const { public_id: empty } of albums.filter(isEmpty)) await deletePostIn(jobs, tx, viewer, empty);
    const filled = albums.filter((album) => !isEmpty(album));
    const shared = filled.filter(({ circle }) => circle !== null);
    for (const { public_id: publicId, circle } of shared)
      if (circle !== null) await shareAlbum(tx, viewer, { publicId, circle, import: importId });
    await end(tx, importId);
    const photos = shared.reduce((sum, album) => sum + album.photos, 0);
    const result = { shared: shared.length, photos, kept: filled.length - shared.length };
    // A repeated request gets these numbers: the import is over.
    return { id: [result.shared, result.photos, result.kept].join(' '), result };
  };
  const load = (_: unknown, made: string) => {
    const [shared = 0, photos = 0, kept = 0] = made.split(' ').map(Number);
    return Promise.resolve({ shared, photos, kept });
  };
  return idempotent(db, { userId: viewer.id, repeatKey, prepare, make, load });
};

/** Ends an import without sharing (IMPORT-3). @throws missing */
export const keepImport = async (
  { db, jobs }: Pick<AppContext, 'db' | 'jobs'>,
  viewer: Viewer,
  { id }: Input<typeof contract.keep>,
): Promise<void> =>
  db.write(async (tx) => {
    await lockMembers(tx, [viewer.id]);
    const { id: importId } = await findImport(tx.q, viewer, id);
    const albums = await findAlbums(tx.q, viewer, importId);
    for (const { public_id: empty } of albums.filter(isEmpty)) await deletePostIn(jobs, tx, viewer, empty);
    await end(tx, importId);
  });

/** Deletes the imports of a member whose account starts empty: a squatter made them. */
export const forgetImportsOf = async ({ q }: Tx, userId: number): Promise<void> => {
  await q.deleteFrom('imports').where('user_id', '=', userId).execute();
};
