import { sql } from 'kysely';
import type { Input } from '../../../contract/endpoint.ts';
import { messages } from '../../../contract/errors/errors.ts';
import type { replacePhoto as call } from '../../../contract/posts.ts';
import type { Post } from '../../../contract/shapes.ts';
import { assertIsAdder } from '../../access/assert-may.ts';
import { findPhotoOf } from '../../access/find/images.ts';
import { findPost } from '../../access/find/posts.ts';
import { bind, readersByCircle } from '../../access/rules/sees.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { StatementRunner, Tx } from '../../platform/db/database.ts';
import { idempotent, type RepeatKey } from '../../platform/db/idempotency.ts';
import { lockPost } from '../../platform/db/locks.ts';
import { publish } from '../../platform/events/hub.ts';
import { conflict } from '../../platform/problem.ts';
import { passRing } from '../circles/pass-ring.ts';
import { refreshLikeNews } from '../likes/news.ts';
import { replaceImage } from '../media/replace.ts';
import { loadPhoto, loadPost } from './read.ts';

/**
 * Replaces the viewer's own photo of a moment or album by an uploaded one (PHOTO-17). Only what the viewer sees refuses:
 * a refusal for a hidden heart, comment or report would give it away (docs/decisions/0059).
 * @throws missing, forbidden for photos of others, conflict for a video and for a photo with a heart or comment, invalid
 */
export const replacePhoto = (
  { db, jobs }: Pick<AppContext, 'db' | 'jobs'>,
  viewer: Viewer,
  { id, photoId, uploadedId }: Input<typeof call>,
  repeatKey: RepeatKey | null,
): Promise<Post> => {
  const make = async (tx: Tx) => {
    // A concurrent heart or comment waits, and then finds no photo.
    await lockPost(tx, id);
    const post = await findPost(tx, viewer, id);
    const photo = await findPhotoOf(tx, viewer, post, photoId);
    assertIsAdder(viewer, photo);
    const { likesCount, commentsCount } = await loadPhoto(tx, viewer, { id, photoId });
    if (likesCount + commentsCount > 0) throw conflict(messages.photoTalkedAbout);
    const placed = await replaceImage(jobs, tx, viewer, { old: photo.id, by: uploadedId });
    // Each of its readers may have put it away; there is no index by what was.
    await tx.q
      .updateTable('not_again')
      .set({ target: placed.id })
      .where(
        'user_id',
        'in',
        sql<number>`(select ${viewer.id} union select reader.id from (${readersByCircle(bind(post.id))}) reader)`,
      )
      .where('scope', '=', 'photo')
      .where('target', '=', photo.id)
      .execute();
    await passRing(tx, placed.circles, { from: photo.id, to: placed.id });
    await tx.q
      .updateTable('posts')
      .set({ cover_photo_id: placed.id })
      .where('id', '=', post.id)
      .where('cover_photo_id', '=', photo.id)
      .execute();
    await tx.q
      .updateTable('posts')
      .set({ edited_at: Date.now() })
      .where('id', '=', post.id)
      .where('kind', '=', 'post')
      .execute();
    await refreshLikeNews(tx, { post: post.id, to: viewer.id });
    await publish(tx, { kind: 'post', id, to: { photos: { post: post.id, adders: [viewer.id] } } });
    return { id, result: await loadPost(tx, viewer, id) };
  };
  const load = (from: StatementRunner, made: string) => loadPost(from, viewer, made);
  return idempotent(db, { userId: viewer.id, repeatKey, make, load });
};
