import { sql } from 'kysely';
import { messages } from '../../../contract/errors/errors.ts';
import type { Input } from '../../../contract/endpoint.ts';
import type * as contract from '../../../contract/audience/take-back.ts';
import { findAudience } from '../../access/readers/audience.ts';
import { findPost, type FoundPost } from '../../access/find/posts.ts';
import { assertIsAuthor } from '../../access/assert-may.ts';
import { bind, col, readersOfPost, seesCircleById } from '../../access/rules/sees.ts';
import { leftCircles } from '../../access/readers/why-not-seen.ts';
import { touchEveryMs, type Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { idempotent, type RepeatKey } from '../../platform/db/idempotency.ts';
import { lockPost } from '../../platform/db/locks.ts';
import { conflict } from '../../platform/problem.ts';
import { newId } from '../../platform/text/ids.ts';
import { byMailGroup } from '../notifications/by-mail.ts';
import { withdrawNews } from '../notifications/notify.ts';
import { leaveOut, publishLoss } from '../posts/leave-out.ts';
import { findCirclesOfPost, narrowTo } from '../posts/narrow.ts';
import { loadPost } from '../posts/read.ts';
import { countedFrom, loadReceipt } from './receipts.ts';

type Wanted = Pick<Input<typeof contract.takeBack>, 'circleIds' | 'userIds'>;

/**
 * The author reads who is left out, so this refusal tells them nothing new.
 * @throws conflict if all these people are left out already
 */
const assertNewlyLeftOut = async (tx: Tx, viewer: Viewer, post: FoundPost, userIds: readonly string[]) => {
  const { hiddenFrom = [] } = await loadPost(tx, viewer, post.publicId);
  const before = new Set(hiddenFrom.map(({ id }) => id));
  if (userIds.every((id) => before.has(id))) throw conflict(messages.nothingToTakeBack);
};

/** Narrows the post to other circles, or leaves people out of it. @throws missing, conflict */
const narrowOrLeaveOut = async (
  tx: Tx,
  viewer: Viewer,
  post: FoundPost,
  { circleIds, userIds }: Wanted,
  now: number,
): Promise<{ takenFrom: contract.TakenFrom; at: number; lost: readonly number[] }> => {
  if (userIds) {
    await assertNewlyLeftOut(tx, viewer, post, userIds);
    return {
      takenFrom: 'people',
      at: await leaveOut(tx, viewer, post.id, { hiddenFrom: userIds }),
      lost: [],
    };
  }
  const refusal = messages.notInTheseCircles;
  const { named, others } = await findCirclesOfPost(tx, viewer, post.id, circleIds ?? [], refusal);
  if (!circleIds && others.length === 0) throw conflict(messages.nothingToTakeBack);
  const kept = circleIds ? others : [];
  await narrowTo(tx, post.id, kept);
  return { takenFrom: kept.length > 0 ? 'circles' : 'everyone', at: now, lost: named };
};

/**
 * The readers of a post through circles that its author sees. The others are not counted: otherwise a number would tell
 * whether somebody is in a circle that the author has left (TRUTH-44).
 */
const knownReaders = ({ id, authorId }: FoundPost) => {
  const author = bind(authorId);
  return readersOfPost(bind(id), author, sql`and ${seesCircleById(author, col('shared.circle_id'))}`);
};

const countLeftCircles = ({ id, authorId }: FoundPost) =>
  sql<number>`(select count(*) from (${leftCircles(bind(authorId), bind(id))}) left_circles)`;

/** Begins a receipt with everybody who reads the post before it is taken back. @returns its key */
const beginReceipt = async (
  { q }: Tx,
  post: FoundPost,
  { publicId, now }: { publicId: string; now: number },
): Promise<number> => {
  const { id } = await q
    .insertInto('take_backs')
    .values({
      public_id: publicId,
      post_id: post.id,
      taken_from: 'everyone',
      taken_back_at: now,
      left_circles: countLeftCircles(post),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    insert into take_back_people (take_back_id, user_id, by_letter)
    select ${id}, u.id, u.by_letter from users u where u.id in (${knownReaders(post)})`.execute(q);
  return id;
};

/** Removes from a receipt the people who still see the post, and counts the others. */
const finishReceipt = async (
  { q }: Tx,
  takeBack: number,
  post: FoundPost,
  { takenFrom, at }: { takenFrom: contract.TakenFrom; at: number },
): Promise<void> => {
  await sql`
    delete from take_back_people
    where take_back_id = ${takeBack} and user_id in (${knownReaders(post)})`.execute(q);
  const lost = sql`from take_back_people lost where lost.take_back_id = ${takeBack}`;
  await q
    .updateTable('take_backs')
    .set({
      taken_from: takenFrom,
      taken_back_at: at,
      people_count: sql`(select count(*) ${lost})`,
      accounts_count: sql`(select count(*) ${lost} and lost.by_letter = 0)`,
      left_circles: sql`left_circles - ${countLeftCircles(post)}`,
    })
    .where('id', '=', takeBack)
    .execute();
};

/** Notes the sessions that may have been used since the post was shared. */
const noteDevices = async ({ q }: Tx, takeBack: number, now: number): Promise<void> => {
  await sql`
    insert into take_back_devices (take_back_id, session)
    select t.id, s.public_id from take_backs t
    join posts p on p.id = t.post_id
    join take_back_people lost on lost.take_back_id = t.id
    join sessions s on s.user_id = lost.user_id
    where t.id = ${takeBack} and t.accounts_count >= ${countedFrom}
      and s.expires_at > ${now} and s.last_seen_at > p.created_at - ${touchEveryMs}`.execute(q);
};

/**
 * Takes a moment back from everyone else, from some of its circles, or from some people, and then notes who lost it.
 * The moment itself stays.
 * @throws missing, forbidden, conflict for a circle that the moment is not shared with, or if nothing changes
 */
export const takeBackPost = (
  { db, settings }: Pick<AppContext, 'db' | 'settings'>,
  viewer: Viewer,
  { id: publicId, ...wanted }: Input<typeof contract.takeBack>,
  repeatKey: RepeatKey | null,
): Promise<contract.Receipt> => {
  const make = async (tx: Tx) => {
    // Lock the post, so that a concurrent comment keeps to the remaining circles.
    await lockPost(tx, publicId);
    const post = await findPost(tx, viewer, publicId);
    assertIsAuthor(viewer, post);
    const now = Date.now();
    const told = await findAudience(tx.q, { post: post.id });
    const receipt = newId();
    const id = await beginReceipt(tx, post, { publicId: receipt, now });
    const done = await narrowOrLeaveOut(tx, viewer, post, wanted, now);
    await finishReceipt(tx, id, post, done);
    await noteDevices(tx, id, now);
    // The notification that an e-mail is a moment is no longer true.
    if (done.takenFrom === 'everyone') await withdrawNews(tx, viewer.id, byMailGroup(post.id));
    // Publish also to members who no longer see the post: their pages have to remove it.
    await publishLoss(tx, post, told, done.lost);
    return { id: receipt, result: await loadReceipt(settings, tx.q, viewer, receipt) };
  };
  return idempotent(db, {
    userId: viewer.id,
    repeatKey,
    make,
    load: ({ q }, made) => loadReceipt(settings, q, viewer, made),
  });
};
