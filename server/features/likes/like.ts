import { sql } from 'kysely';
import { selectLikesCount } from '../../access/show/counts.ts';
import { findPost, type FoundPost } from '../../access/find/posts.ts';
import type { Viewer } from '../../access/viewer.ts';
import { type Database, prepared, type StatementRunner, type Tx } from '../../platform/db/database.ts';
import { publish } from '../../platform/events/hub.ts';
import { missing } from '../../platform/problem.ts';
import { countLike } from './count.ts';
import { tellOfLike, withdrawLikeNews } from './news.ts';

export interface LikeState {
  isLiked: boolean;
  likesCount: number;
}

type Given = { post: number; giver: number };

const selectState = prepared<Given, { likes_count: number; is_liked: number | boolean }>({
  name: 'like_state',
  parameters: ['post', 'giver'],
  text: ({ post, giver }) => sql`
    select ${selectLikesCount(giver, 'p')} as likes_count,
      exists (select 1 from likes mine where mine.post_id = p.id and mine.user_id = ${giver}) as is_liked
    from posts p where p.id = ${post}`,
});

const insertLike = prepared<Given & { now: number }, { post_id: number }>({
  name: 'insert_like',
  parameters: ['post', 'giver', 'now'],
  text: ({ post, giver, now }) => sql`
    insert into likes (post_id, user_id, created_at) values (${post}, ${giver}, ${now})
    on conflict do nothing returning post_id`,
});

const lockLike = prepared<Given, { post_id: number }>({
  name: 'lock_like',
  parameters: ['post', 'giver'],
  text: ({ post, giver }, dialect) => sql`
    select post_id from likes where post_id = ${post} and user_id = ${giver}
    ${dialect.pick({ sqlite: sql``, postgres: sql`for no key update` })}`,
});

const deleteLike = prepared<Given, never>({
  name: 'delete_like',
  parameters: ['post', 'giver'],
  text: ({ post, giver }) => sql`delete from likes where post_id = ${post} and user_id = ${giver}`,
});

const stateOf = async (from: StatementRunner, viewer: Viewer, post: FoundPost): Promise<LikeState> => {
  const [row] = await from.run(selectState, { post: post.id, giver: viewer.id });
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
  stateOf(db, viewer, await findPost(db, viewer, id));

/** Idempotent. @throws missing */
export const likePost = (db: Database, viewer: Viewer, id: string): Promise<LikeState> =>
  db.write(async (tx) => {
    const post = await findPost(tx, viewer, id);
    const like = { post: post.id, giver: viewer.id };
    const [added] = await tx.run(insertLike, { ...like, now: Date.now() });
    if (added) {
      const circles = await countLike(tx, like, 1);
      await tellOfLike(tx, { post: post.id, to: post.authorId, giver: viewer.id });
      await publishLike(tx, viewer, post, circles);
    }
    return stateOf(tx, viewer, post);
  });

/** Idempotent. @throws missing */
export const unlikePost = (db: Database, viewer: Viewer, id: string): Promise<LikeState> =>
  db.write(async (tx) => {
    const post = await findPost(tx, viewer, id);
    // Lock the like before lowering the counters, so that it is taken back once, and a ban of its giver is settled.
    const like = { post: post.id, giver: viewer.id };
    const [given] = await tx.run(lockLike, like);
    if (given) {
      const circles = await countLike(tx, like, -1);
      await tx.run(deleteLike, like);
      await withdrawLikeNews(tx, { post: post.id, to: post.authorId, giver: viewer.id });
      await publishLike(tx, viewer, post, circles);
    }
    return stateOf(tx, viewer, post);
  });
