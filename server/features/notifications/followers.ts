import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Choice, ChosenKind } from '../../../contract/notifications.ts';
import { findPost, type FoundPost } from '../../access/find/posts.ts';
import { followersToNotify, hasStopped, isFollowing, lockPostOf } from '../../access/readers/followers.ts';
import { readPerson, selectPerson } from '../../access/show/present.ts';
import { bind, col, seesPost } from '../../access/rules/sees.ts';
import type { Person } from '../../../contract/shapes.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import { type Database, prepared, type Queries, type Tx } from '../../platform/db/database.ts';
import { lockPost } from '../../platform/db/locks.ts';
import { randomId } from '../../platform/db/random-id.ts';
import { publish } from '../../platform/events/hub.ts';
import { insertJob } from '../../platform/jobs/insert.ts';
import { insertMailsAndPushes, joinChoice, publishToBells, waitsForReader, wantsChannel } from './bulk.ts';

const kind: ChosenKind = 'followed_comment';

/** Queues the notifications of a new comment: one job, however many members follow the conversation. */
export const notifyFollowers = (tx: Tx, commentId: number): Promise<void> =>
  insertJob(tx, { kind: 'tell-followers', payload: commentId });

const wants = (channel: keyof Choice) => wantsChannel(kind, channel);

interface Told {
  user_id: number;
  post_id: number;
  public_id: string;
  in_bell: 0 | 1;
}

// One statement for all followers. An unread notification goes on; the next comment after it was read begins a new one.
const upsertAll = prepared<{ comment: number; now: number }, Told>({
  name: 'notify_followers',
  parameters: ['comment', 'now'],
  text: ({ comment, now }, dialect) => sql`
      insert into notifications (public_id, user_id, kind, group_key, post_id, first_comment_id, last_comment_id,
        is_read, in_bell, created_at)
      select ${randomId(dialect)}, follower.id, ${sql.lit(kind)}, 'conversation:' || follower.post, follower.post,
        cast(${comment} as bigint), cast(${comment} as bigint),
        0, case when ${wants('bell')} then 1 else 0 end, ${now}
      from (${followersToNotify(comment)}) follower
      ${joinChoice(kind, sql`follower.id`)}
      where ${wants('bell')} or ${wants('email')} or ${wants('push')}
      on conflict (user_id, group_key) do update set is_read = 0, in_bell = excluded.in_bell,
        created_at = excluded.created_at,
        first_comment_id = case when ${waitsForReader}
          and notifications.first_comment_id < excluded.first_comment_id
          then notifications.first_comment_id else excluded.first_comment_id end,
        last_comment_id = case when notifications.last_comment_id > excluded.last_comment_id
          then notifications.last_comment_id else excluded.last_comment_id end
      where notifications.last_comment_id < excluded.last_comment_id
        or (notifications.is_read = 0 and notifications.first_comment_id > excluded.first_comment_id)
      returning user_id, public_id, post_id, in_bell`,
});

// Mails and pushes for members who had read everything before this comment.
const queueMailsAndPushes = prepared<{ post: number; comment: number; now: number }, never>({
  name: 'queue_mails_and_pushes_of_followers',
  parameters: ['post', 'comment', 'now'],
  text: ({ post, comment, now }) =>
    insertMailsAndPushes(kind, {
      from: sql`notifications n`,
      where: sql`n.post_id = ${post} and n.first_comment_id = ${comment} and n.last_comment_id = n.first_comment_id
        and n.is_read = 0`,
      now,
    }),
});

export const handleFollowerNotifications = ({ db, jobs }: AppContext): void => {
  jobs.handle('tell-followers', async (payload, finish) => {
    const comment = z.number().parse(payload);
    await db.write(async (tx) => {
      await finish(tx);
      await lockPostOf(tx, comment);
      const now = Date.now();
      const told = await tx.run(upsertAll, { comment, now });
      const [first] = told;
      if (!first) return;
      await tx.run(queueMailsAndPushes, { post: first.post_id, comment, now });
      jobs.wakeAfter(tx);
      await publishToBells(tx, told);
    });
  });
};

interface State {
  following: boolean;
  hasStopped: boolean;
}

const readState = async (q: Queries, viewer: Viewer, { id, authorId }: FoundPost): Promise<State> => {
  const [me, post] = [bind(viewer.id), bind(id)];
  const { rows } = await sql<{ follows: number | boolean; stopped: number | boolean }>`
    select ${isFollowing(me, { id: post, author: bind(authorId) })} as follows, ${hasStopped(me, post)} as stopped`.execute(
    q,
  );
  return { following: Boolean(rows[0]?.follows), hasStopped: Boolean(rows[0]?.stopped) };
};

/** @throws missing */
export const findFollowing = async (db: Database, viewer: Viewer, postId: string) =>
  readState(db.read, viewer, await findPost(db, viewer, postId));

/** Notifies the viewer of the post's later comments again, if they commented on it. Idempotent. @throws missing */
export const followPost = (db: Database, viewer: Viewer, postId: string) =>
  db.write(async (tx) => {
    const post = await findPost(tx, viewer, postId);
    await tx.q
      .deleteFrom('unfollowed_posts')
      .where('user_id', '=', viewer.id)
      .where('post_id', '=', post.id)
      .execute();
    const { following } = await readState(tx.q, viewer, post);
    return { following };
  });

/** Ends the viewer's notifications of the post's later comments. Idempotent. @throws missing */
export const unfollowPost = (db: Database, viewer: Viewer, postId: string) =>
  db.write(async (tx) => {
    await lockPost(tx, postId);
    const post = await findPost(tx, viewer, postId);
    await tx.q
      .insertInto('unfollowed_posts')
      .values({ user_id: viewer.id, post_id: post.id, created_at: Date.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const gone = await tx.q
      .deleteFrom('notifications')
      .where('user_id', '=', viewer.id)
      .where('kind', '=', kind)
      .where('post_id', '=', post.id)
      .returning('public_id')
      .execute();
    for (const { public_id: id } of gone)
      await publish(tx, { kind: 'notification', id, to: { members: [viewer.id] } });
    const { following } = await readState(tx.q, viewer, post);
    return { following };
  });

/** The moments that the viewer stopped following and still sees, for the export. */
export const ownUnfollowed = async (
  q: Queries,
  viewer: Viewer,
): Promise<{ post: { id: string; author: Person } }[]> => {
  const me = bind(viewer.id);
  const { rows } = await sql<{ id: string; author: string }>`
    select p.public_id as id, ${selectPerson(me, 'u')} as author
    from unfollowed_posts stopped join posts p on p.id = stopped.post_id join users u on u.id = p.author_id
    where stopped.user_id = ${viewer.id} and ${seesPost(me, { id: col('p.id'), author: col('p.author_id') })}
    order by p.id`.execute(q);
  return rows.map(({ id, author }) => ({ post: { id, author: readPerson(author) } }));
};
