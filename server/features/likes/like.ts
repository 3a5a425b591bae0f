import { sql } from 'kysely';
import { findPost, type FoundPost } from '../../access/find.ts';
import { col, isMuted, bind } from '../../access/sees.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Database, Queries, Tx } from '../../platform/db/database.ts';
import { publish } from '../../platform/events/hub.ts';
import { notifyOnce, rememberWithdrawn } from '../notifications/withdrawn.ts';
import { setNotificationActor, withdrawNews } from '../notifications/notify.ts';
import { countLike } from './count.ts';

interface LikeState {
  isLiked: boolean;
  likesCount: number;
}

const likeGroup = (post: FoundPost) => `like:${post.id}`;

const stateOf = async (q: Queries, viewer: Viewer, post: FoundPost): Promise<LikeState> => {
  const { likes_count: likesCount } = await q
    .selectFrom('posts')
    .select('likes_count')
    .where('id', '=', post.id)
    .executeTakeFirstOrThrow();
  const mine = await q
    .selectFrom('likes')
    .select('user_id')
    .where('post_id', '=', post.id)
    .where('user_id', '=', viewer.id)
    .executeTakeFirst();
  return { isLiked: mine !== undefined, likesCount };
};

/** @throws missing */
export const findLiked = async (db: Database, viewer: Viewer, id: string): Promise<LikeState> =>
  stateOf(db.read, viewer, await findPost(db.read, viewer, id));

/** Idempotent. @throws missing */
export const likePost = (db: Database, viewer: Viewer, id: string): Promise<LikeState> =>
  db.write(async (tx) => {
    const post = await findPost(tx.q, viewer, id);
    const added = await tx.q
      .insertInto('likes')
      .values({ post_id: post.id, user_id: viewer.id, created_at: Date.now() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('post_id')
      .executeTakeFirst();
    if (added) {
      const likesCount = await countLike(tx, { postId: post.id, userId: viewer.id }, 1);
      await notifyOnce(tx, {
        kind: 'like',
        to: post.authorId,
        actor: viewer.id,
        post: post.id,
        group: likeGroup(post),
      });
      await publish(tx, { kind: 'like', id, to: { post: post.id } });
      return { isLiked: true, likesCount };
    }
    return stateOf(tx.q, viewer, post);
  });

// Updates the author's one notification of all likes: it names a member who still likes the moment, and is deleted
// with the last like.
const refreshLikeNotification = async (tx: Tx, post: FoundPost): Promise<void> => {
  const latest = await tx.q
    .selectFrom('likes')
    .innerJoin('users', 'users.id', 'likes.user_id')
    .select('user_id')
    .where('post_id', '=', post.id)
    .where('user_id', '<>', post.authorId)
    .orderBy(
      sql`case when users.banned_at is null and not ${isMuted(bind(post.authorId), col('likes.user_id'))} then 0 else 1 end`,
    )
    .orderBy('likes.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (latest) await setNotificationActor(tx, post.authorId, likeGroup(post), latest.user_id);
  else await withdrawNews(tx, post.authorId, likeGroup(post));
};

/** Idempotent. @throws missing */
export const unlikePost = (db: Database, viewer: Viewer, id: string): Promise<LikeState> =>
  db.write(async (tx) => {
    const post = await findPost(tx.q, viewer, id);
    const removed = await tx.q
      .deleteFrom('likes')
      .where('post_id', '=', post.id)
      .where('user_id', '=', viewer.id)
      .returning('post_id')
      .executeTakeFirst();
    if (removed) {
      const likesCount = await countLike(tx, { postId: post.id, userId: viewer.id }, -1);
      const news = { to: post.authorId, actor: viewer.id, group: likeGroup(post) };
      await rememberWithdrawn(tx, { ...news, restores: true });
      await refreshLikeNotification(tx, post);
      await publish(tx, { kind: 'like', id, to: { post: post.id } });
      return { isLiked: false, likesCount };
    }
    return stateOf(tx.q, viewer, post);
  });
