import { sql } from 'kysely';
import type { Viewer } from '../../access/viewer.ts';
import { onlyRow, type Tx } from '../../platform/db/database.ts';
import { lockPost } from '../../platform/db/locks.ts';
import { publish } from '../../platform/events/hub.ts';
import { newId } from '../../platform/text/ids.ts';
import { placePhotos } from '../media/photos.ts';
import { notifyNewMoment } from '../notifications/new-moments.ts';
import { insertPostCircle } from './write.ts';

interface Waiting {
  publicId: string;
  /** The key of the circle. */
  circle: number;
  /** The key of the import. */
  import: number;
}

/**
 * Shares an album that was its author's alone with a circle, as if it were made now. It gets a new key, because keys order
 * feeds, say which members joined later, and mark what letters have told; its id stays (docs/decisions/0034).
 */
export const shareAlbum = async (tx: Tx, viewer: Viewer, waiting: Waiting): Promise<void> => {
  const { publicId, circle } = waiting;
  const now = Date.now();
  await lockPost(tx, publicId);
  const { id: old } = await tx.q
    .selectFrom('posts')
    .select('id')
    .where('public_id', '=', publicId)
    .where('author_id', '=', viewer.id)
    .executeTakeFirstOrThrow();
  await tx.q.updateTable('posts').set({ public_id: newId() }).where('id', '=', old).execute();
  const { rows } = await sql<{ id: number }>`
    insert into posts (public_id, author_id, content, created_at, letters_recorded, kind, title, adds, has_mentions,
      likes_count, comments_count, cover_photo_id, import_id)
    select ${publicId}, author_id, content, ${now}, 1, kind, title, adds, has_mentions, likes_count, comments_count,
      cover_photo_id, ${waiting.import} from posts where id = ${old} returning id`.execute(tx.q);
  const { id } = onlyRow(rows);
  await tx.q.updateTable('images').set({ post_id: id, added_at: now }).where('post_id', '=', old).execute();
  // Comments and likes are the author's own.
  await tx.q.updateTable('comments').set({ post_id: id }).where('post_id', '=', old).execute();
  await tx.q.updateTable('likes').set({ post_id: id }).where('post_id', '=', old).execute();
  await tx.q.updateTable('post_mentions').set({ post_id: id }).where('post_id', '=', old).execute();
  // With the time of sharing, nobody can undo it (TRUTH-4).
  await tx.q
    .updateTable('post_hidden_from')
    .set({ post_id: id, added_at: now })
    .where('post_id', '=', old)
    .execute();
  // Only its author has seen it so far.
  await tx.q
    .updateTable('not_again')
    .set({ target: id })
    .where('user_id', '=', viewer.id)
    .where('scope', '=', 'post')
    .where('target', '=', old)
    .execute();
  await tx.q.deleteFrom('posts').where('id', '=', old).execute();
  await tx.run(insertPostCircle, { circle, post: id, author: viewer.id });
  await placePhotos(tx, id, now);
  await notifyNewMoment(tx, circle, id);
  await publish(tx, { kind: 'post', id: publicId, to: { post: id } });
};
