import { sql } from 'kysely';
import { selectLikesCount } from '../../access/counts.ts';
import { findPost, type FoundPost } from '../../access/find.ts';
import { bind, col, isMuted, seesPerson } from '../../access/sees.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Database, Queries, Tx } from '../../platform/db/database.ts';
import { lockRows } from '../../platform/db/locks.ts';
import { publish } from '../../platform/events/hub.ts';
import { missing } from '../../platform/problem.ts';
import { notifyOnce, rememberWithdrawn } from '../notifications/withdrawn.ts';
import { setNotificationActor, withdrawNews } from '../notifications/notify.ts';
import { countLike } from './count.ts';

interface LikeState {
  isLiked: boolean;
  likesCount: number;
}

const likeGroup = (post: FoundPost) => `like:${post.id}`;

const stateOf = async (q: Queries, viewer: Viewer, post: FoundPost): Promise<LikeState> => {
  const me = bind(viewer.id);
  const { rows } = await sql<{ likes_count: number; is_liked: number | boolean }>`
    select ${selectLikesCount(me, 'p')} as likes_count,
      exists (select 1 from likes mine where mine.post_id = p.id and mine.user_id = ${me}) as is_liked
    from posts p where p.id = ${post.id}`.execute(q);
  const [row] = rows;
  if (!row) throw missing();
  return { isLiked: Boolean(row.is_liked), likesCount: row.likes_count };
};

// Live updates reach the members who see the like, also after it is taken back.
const publishLike = (tx: Tx, viewer: Viewer, post: FoundPost, circles: readonly number[]): Promise<void> =>
  publish(tx, {
    kind: 'like',
    id: post.publicId,
    to: { like: { post: post.id, giver: viewer.id, circles } },
  });

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
      const circles = await countLike(tx, { postId: post.id, userId: viewer.id }, 1);
      await notifyOnce(tx, {
        kind: 'like',
        to: post.authorId,
        actor: viewer.id,
        post: post.id,
        group: likeGroup(post),
      });
      await publishLike(tx, viewer, post, circles);
    }
    return stateOf(tx.q, viewer, post);
  });

// Updates the author's one notification of all likes: it names a member who still likes the moment, and is deleted
// with the last like.
const refreshLikeNotification = async (tx: Tx, post: FoundPost): Promise<void> => {
  const latest = await tx.q
    .selectFrom('likes')
    .select('user_id')
    .where('post_id', '=', post.id)
    .where('user_id', '<>', post.authorId)
    .orderBy(
      sql`case when ${seesPerson(bind(post.authorId), col('likes.user_id'))}
        and not ${isMuted(bind(post.authorId), col('likes.user_id'))} then 0 else 1 end`,
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
    // Lock the like before lowering the counters, so that it is taken back once, and a ban of its giver is settled.
    const [given] = await lockRows(
      tx,
      tx.q
        .selectFrom('likes')
        .select('post_id')
        .where('post_id', '=', post.id)
        .where('user_id', '=', viewer.id),
    );
    if (given) {
      const circles = await countLike(tx, { postId: post.id, userId: viewer.id }, -1);
      await tx.q
        .deleteFrom('likes')
        .where('post_id', '=', post.id)
        .where('user_id', '=', viewer.id)
        .execute();
      const news = { to: post.authorId, actor: viewer.id, group: likeGroup(post) };
      await rememberWithdrawn(tx, { ...news, restores: true });
      await refreshLikeNotification(tx, post);
      await publishLike(tx, viewer, post, circles);
    }
    return stateOf(tx.q, viewer, post);
  });
