import { sql } from 'kysely';
import type { Input } from '../../../contract/endpoint.ts';
import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import type { undoHiddenFrom } from '../../../contract/posts.ts';
import type { Post } from '../../../contract/shapes.ts';
import { assertIsAuthor } from '../../access/assert-may.ts';
import { findAudienceAmong, type LeftOut } from '../../access/readers/audience.ts';
import { findPost, findTakeBack, type FoundPost } from '../../access/find/posts.ts';
import { bind, col, seesCircleById, seesPerson } from '../../access/rules/sees.ts';
import type { Viewer } from '../../access/viewer.ts';
import { type Database, onlyRow, type Tx } from '../../platform/db/database.ts';
import { idempotent, type RepeatKey } from '../../platform/db/idempotency.ts';
import { lockPost } from '../../platform/db/locks.ts';
import { publish } from '../../platform/events/hub.ts';
import { conflict, invalid, missing } from '../../platform/problem.ts';
import { loadPost } from './read.ts';

/** Leaves the present mailbox members of a post's circles out of it. Letters of other members carry only names for it. */
const leaveLettersOut = async ({ q }: Tx, post: number, now: number): Promise<void> => {
  await sql`
    insert into post_hidden_from (post_id, user_id, added_at)
    select distinct shared.post_id, m.user_id, ${sql.lit(now)} from post_circles shared
    join circle_members m on m.circle_id = shared.circle_id
    join users u on u.id = m.user_id and u.by_letter = 1
    where shared.post_id = ${post} and m.user_id <> shared.author_id
    on conflict do nothing`.execute(q);
  await q.updateTable('post_circles').set({ carries_content: 0 }).where('post_id', '=', post).execute();
};

/** The keys of members whom the viewer sees, by id. @throws missing if the viewer does not see one of them */
const findPeople = async (tx: Tx, viewer: Viewer, publicIds: readonly string[]): Promise<number[]> => {
  const wanted = [...new Set(publicIds)];
  const rows = await tx.q
    .selectFrom('users')
    .select('id')
    .where('public_id', 'in', wanted)
    .where('id', '<>', viewer.id)
    .where(seesPerson(bind(viewer.id), col('users.id')))
    .execute();
  if (rows.length < wanted.length) throw missing();
  return rows.map(({ id }) => id);
};

/**
 * When a post was shared, and when its author last left members out since (epoch ms, 0 for never). Taking back from people
 * counts even if they all were left out before, but unknown to the author.
 */
const additionTimes = async ({ q }: Tx, post: number): Promise<{ last: number; shared: number }> => {
  const { rows } = await sql<{ last: number; shared: number }>`
    select p.created_at as shared, coalesce((
      select max(addition.at) from (
        select added_at as at from post_hidden_from where post_id = p.id and added_at > p.created_at
        union all select taken_back_at from take_backs where post_id = p.id and taken_from = 'people') addition), 0) as last
    from posts p where p.id = ${post}`.execute(q);
  return onlyRow(rows);
};

// Only those whom the author sees count: others are in no list of theirs, and the refusal would tell a block from a deletion.
const assertNotTooMany = async ({ q }: Tx, viewer: Viewer, post: number): Promise<void> => {
  const { count } = await q
    .selectFrom('post_hidden_from')
    .innerJoin('users', 'users.id', 'post_hidden_from.user_id')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('post_id', '=', post)
    .where('by_letter', '=', 0)
    .where(seesPerson(bind(viewer.id), col('users.id')))
    .executeTakeFirstOrThrow();
  if (count > limits.hiddenFrom) throw invalid('hiddenFrom', messages.tooManyLeftOut);
};

/**
 * Leaves members out of the viewer's own post, besides those who are left out already (TRUTH-1). Requires a locked post.
 * @param sharedNow the time of sharing, if the members are left out from the start
 * @returns the `added_at` of those who were not left out before
 * @throws missing if the viewer does not see one of them, invalid for more than 50
 */
export const leaveOut = async (
  tx: Tx,
  viewer: Viewer,
  post: number,
  { hiddenFrom = [], withoutLetters = false }: LeftOut,
  sharedNow?: number,
): Promise<number> => {
  const { last, shared } = await additionTimes(tx, post);
  // No two additions have the same time, even if this server's clock is behind: each can be undone alone.
  const at = sharedNow ?? Math.max(Date.now(), shared + 1, last + 1);
  if (hiddenFrom.length > 0) {
    const members = await findPeople(tx, viewer, hiddenFrom);
    await tx.q
      .insertInto('post_hidden_from')
      .values(members.map((member) => ({ post_id: post, user_id: member, added_at: at })))
      .onConflict((on) => on.doNothing())
      .execute();
    await assertNotTooMany(tx, viewer, post);
  }
  if (withoutLetters) await leaveLettersOut(tx, post, at);
  return at;
};

/**
 * Publishes that people were left out of a post, or that circles (keys) lost it, to those of its earlier readers who lost it
 * or see fewer circles, and to its author. For the others it is the same: hearing of it would tell them (TRUTH-1).
 */
export const publishLoss = async (
  tx: Tx,
  post: FoundPost,
  readers: readonly number[],
  lost: readonly number[] = [],
): Promise<void> => {
  const still = new Set(await findAudienceAmong(tx.q, { post: post.id }, readers));
  // The post no longer names the circle to those who see it.
  const named = await tx.q
    .selectFrom('circle_members')
    .select('user_id')
    .where('circle_id', 'in', [0, ...lost])
    .where(seesCircleById(col('user_id'), col('circle_id')))
    .execute();
  for (const { user_id: member } of named) still.delete(member);
  const members = readers.filter((member) => member === post.authorId || !still.has(member));
  await publish(tx, { kind: 'post', id: post.publicId, to: { members } });
};

/** @throws missing for a receipt of another post or author, conflict if its request was not the last addition */
const assertIsLast = async (
  { q }: Tx,
  viewer: Viewer,
  receiptId: string,
  last: { post: number; at: number },
) => {
  const { postId, takenFrom, takenBackAt } = await findTakeBack(q, viewer, receiptId);
  if (postId !== last.post) throw missing();
  if (takenFrom !== 'people' || takenBackAt !== last.at) throw conflict(messages.undoNotLast);
};

/**
 * Lets the members whom the author left out last since sharing see the post again, within 60 seconds (TRUTH-4).
 * @throws missing, forbidden, conflict
 */
export const undoLeaveOut = (
  db: Database,
  viewer: Viewer,
  { id: publicId, receiptId }: Input<typeof undoHiddenFrom>,
  repeatKey: RepeatKey | null,
): Promise<Post> => {
  const make = async (tx: Tx) => {
    await lockPost(tx, publicId);
    const post = await findPost(tx, viewer, publicId);
    assertIsAuthor(viewer, post);
    const { last: at } = await additionTimes(tx, post.id);
    if (receiptId !== undefined) await assertIsLast(tx, viewer, receiptId, { post: post.id, at });
    if (at < Date.now() - limits.undoHiddenMs) throw conflict(messages.undoTooLate);
    const undone = await tx.q
      .deleteFrom('post_hidden_from')
      .where('post_id', '=', post.id)
      .where('added_at', '=', at)
      .returning('user_id')
      .execute();
    // The receipt, if the post was taken back from them.
    await tx.q
      .deleteFrom('take_backs')
      .where('post_id', '=', post.id)
      .where('taken_from', '=', 'people')
      .where('taken_back_at', '=', at)
      .execute();
    const members = undone.map((row) => row.user_id);
    const readers = await findAudienceAmong(tx.q, { post: post.id }, [post.authorId, ...members]);
    await publish(tx, { kind: 'post', id: publicId, to: { members: readers } });
    return { id: publicId, result: await loadPost(tx, viewer, publicId) };
  };
  return idempotent(db, {
    userId: viewer.id,
    repeatKey,
    make,
    load: (from, id) => loadPost(from, viewer, id),
  });
};
