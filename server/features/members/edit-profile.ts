import type { Input } from '../../../contract/endpoint.ts';
import { messages } from '../../../contract/errors/errors.ts';
import type { editProfile as call } from '../../../contract/members.ts';
import type { Member } from '../../../contract/shapes.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { lockRows } from '../../platform/db/locks.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { conflict } from '../../platform/problem.ts';
import { dropPhotos, storePhotos, type UploadedFile } from '../media/photos.ts';
import { removeUnlessEvidence } from '../media/remove.ts';
import { findProfile } from './profile.ts';
import { searchTextOf } from './search-text.ts';
import { chooseUsername } from './usernames.ts';

/** Sets or removes the profile picture, and deletes the previous one, row and files. */
const setAvatar = async (jobs: Jobs, tx: Tx, viewer: Viewer, imageId: number | null): Promise<void> => {
  // Locks the row, so that of two concurrent changes the second sees the first one's picture.
  const [row] = await lockRows(tx, tx.q.selectFrom('users').select('avatar_id').where('id', '=', viewer.id));
  await tx.q.updateTable('users').set({ avatar_id: imageId }).where('id', '=', viewer.id).execute();
  if (row && row.avatar_id !== null) await removeUnlessEvidence(jobs, tx, [row.avatar_id]);
};

const rename = async ({ q }: Tx, viewer: Viewer, username: string): Promise<void> => {
  // Locks the row: the name may be changing at the same time on my account.
  const { first_name: first, last_name: last } = await q
    .updateTable('users')
    .set(chooseUsername(username))
    .where('id', '=', viewer.id)
    .returning(['first_name', 'last_name'])
    .executeTakeFirstOrThrow();
  await q
    .updateTable('users')
    .set({ search_text: searchTextOf(first, last, username) })
    .where('id', '=', viewer.id)
    .execute();
};

/**
 * Changes what is given of the viewer's profile, all of it or nothing.
 * @throws conflict for a username that somebody has, and the refusals of photos
 */
export const editProfile = async (
  context: AppContext,
  viewer: Viewer,
  input: Input<typeof call>,
  files: readonly UploadedFile[],
): Promise<Member> => {
  const { username, bio } = input;
  if (files.length > 0) await context.limits.consume('photos', String(viewer.id), files.length);
  const pictures = await storePhotos(context, viewer, files, { kind: 'avatar' });
  try {
    await context.db.write(async (tx) => {
      if (username !== undefined) await rename(tx, viewer, username);
      if (bio !== undefined)
        await tx.q.updateTable('users').set({ bio }).where('id', '=', viewer.id).execute();
      for (const picture of pictures) await setAvatar(context.jobs, tx, viewer, picture.id);
    });
  } catch (error) {
    await dropPhotos(context, pictures);
    if (context.db.dialect.isUniqueViolation(error)) throw conflict(messages.usernameTaken);
    throw error;
  }
  return findProfile(context.db, viewer, viewer.publicId);
};

/** Takes the viewer's picture away; without one nothing happens. */
export const removeImage = (context: Pick<AppContext, 'db' | 'jobs'>, viewer: Viewer): Promise<void> =>
  context.db.write((tx) => setAvatar(context.jobs, tx, viewer, null));
