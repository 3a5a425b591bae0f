import { sql } from 'kysely';
import { bind } from '../../access/rules/sees.ts';
import { deliveryOf, isUntold, memberships } from '../../access/readers/not-told.ts';
import { insertIntoToldAlbums } from '../../access/readers/not-told-photos.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Letters } from '../../platform/db/schema/letters.ts';
import { listedKeys } from '../../platform/db/listed-keys.ts';
import { lockMembers } from '../../platform/db/locks.ts';
import { markReached, takeWeek } from '../questions/reach.ts';
import { sweepTold } from '../delivery/choices.ts';
import { countBounce } from './bounces.ts';
import { findUntold, type Untold } from './compose.ts';

export interface OpenLetter {
  user_id: number;
  message_id: string;
  to_post_id: number;
  to_addition_id: number;
  includes_sunday: number;
}

const end = async (tx: Tx, letter: OpenLetter, state: Letters['state']): Promise<void> => {
  await tx.q
    .updateTable('letters')
    .set({
      state,
      ended_at: Date.now(),
      ...(state === 'sent' && { refusals: 0 }),
      ...(state === 'refused' && { refusals: sql<number>`refusals + 1` }),
    })
    .where('user_id', '=', letter.user_id)
    .where('message_id', '=', letter.message_id)
    .execute();
};

/** Notes that a letter was not sent: nothing was left to tell, or the mail server refused it permanently. */
export const noteUnsent = (db: Database, letter: OpenLetter, state: 'empty' | 'refused'): Promise<void> =>
  db.write(async (tx) => {
    await end(tx, letter, state);
    if (state === 'refused') await countBounce(tx, letter.user_id);
  });

export interface Claimed {
  circle_id: number;
  post_id: number;
}

const tellElsewhere = async (
  { q, dialect }: Tx,
  letter: OpenLetter,
  { posts, circles }: Untold,
): Promise<Claimed[]> => {
  // A post or membership that is deleted concurrently is left out.
  const locked = dialect.pick({ sqlite: sql``, postgres: sql`for key share of m, p` });
  const listed = listedKeys(dialect, sql`${JSON.stringify(posts)}`);
  const { rows } = await sql<Claimed>`
    insert into told_posts (circle_id, user_id, post_id)
    select m.circle_id, m.user_id, pc.post_id
    from ${memberships} join post_circles pc on ${isUntold(bind(letter.to_post_id))}
    join posts p on p.id = pc.post_id and p.id in ${listed}
    where m.user_id = ${letter.user_id} and m.circle_id not in (${sql.join(circles)}) and ${deliveryOf} <> 'never'
    ${locked} on conflict do nothing returning circle_id, post_id`.execute(q);
  return rows;
};

/**
 * Counts the posts of a letter as told in the reader's other circles before the letter is sent: otherwise a notification
 * made meanwhile would tell them twice. In the letter's own circles they stay untold until it was sent, so no moment is
 * lost. @returns what `releasePosts` takes back
 */
export const claimPosts = (db: Database, letter: OpenLetter): Promise<Claimed[]> =>
  db.write(async (tx) => {
    await lockMembers(tx, [letter.user_id]);
    const untold = await findUntold(tx, letter);
    return untold.posts.length > 0 ? tellElsewhere(tx, letter, untold) : [];
  });

/** The letter was not sent: its posts are untold again in the reader's other circles. */
export const releasePosts = async (
  db: Database,
  letter: OpenLetter,
  claimed: readonly Claimed[],
): Promise<void> => {
  if (claimed.length === 0) return;
  await db.write(async ({ q }) => {
    for (const { circle_id: circle, post_id: post } of claimed)
      await q
        .deleteFrom('told_posts')
        .where('circle_id', '=', circle)
        .where('user_id', '=', letter.user_id)
        .where('post_id', '=', post)
        .execute();
  });
};

/**
 * Notes that a letter with words or photos of these posts is about to leave: after a crash nobody knows whether it did.
 * @returns the posts that no earlier letter to the member carried
 */
export const noteLeaving = async (
  db: Database,
  letter: OpenLetter,
  posts: readonly number[],
): Promise<number[]> => {
  if (posts.length === 0) return [];
  const { rows } = await db.write(({ q, dialect }) => {
    // A post that is deleted concurrently is left out.
    const locked = dialect.pick({ sqlite: sql``, postgres: sql`for key share of p` });
    return sql<{ post_id: number }>`
      insert into posts_in_letters (post_id, user_id)
      select p.id, ${letter.user_id} from posts p where p.id in (${sql.join(posts)}) ${locked}
      on conflict do nothing returning post_id`.execute(q);
  });
  return rows.map((row) => row.post_id);
};

/** The mail server did not take the letter. */
export const noteNotLeft = async (
  db: Database,
  letter: OpenLetter,
  posts: readonly number[],
): Promise<void> => {
  if (posts.length === 0) return;
  await db.write(({ q }) =>
    q
      .deleteFrom('posts_in_letters')
      .where('user_id', '=', letter.user_id)
      .where('post_id', 'in', posts)
      .execute(),
  );
};

/**
 * Photos that were added to the albums of a letter until it was made count as told, in each of the reader's circles.
 * Later photos of albums that the letter does not show stay untold.
 */
const tellAlbums = async (
  { q, dialect }: Tx,
  letter: OpenLetter,
  { posts, albums }: Untold,
): Promise<void> => {
  // An album that is deleted concurrently is left out.
  const locked = dialect.pick({ sqlite: sql``, postgres: sql`for key share of p` });
  await insertIntoToldAlbums(sql`
    select cast(${letter.user_id} as bigint), p.id, cast(${letter.to_addition_id} as bigint) from posts p
    where p.id in ${listedKeys(dialect, sql`${JSON.stringify([...posts, ...albums])}`)} and exists (
      select 1 from post_circles pc where pc.post_id = p.id and pc.last_addition_id is not null) ${locked}`).execute(
    q,
  );
};

/** Everything that a letter has told, once it has left. */
export interface Told {
  untold: Untold;
  /** The key of the question in it. */
  question: number | null;
}

/** Moves the marks of the letter's circles: its posts count as told from now on, and its question has reached the reader. */
export const noteSent = (db: Database, letter: OpenLetter, { untold, question }: Told): Promise<void> =>
  db.write(async (tx) => {
    if (untold.hasOthers) await tellElsewhere(tx, letter, untold);
    await tx.q
      .updateTable('circle_members')
      .set({ told_post_id: letter.to_post_id })
      .where('user_id', '=', letter.user_id)
      .where('circle_id', 'in', untold.circles)
      .where('told_post_id', '<', letter.to_post_id)
      .execute();
    await tx.q
      .deleteFrom('told_posts')
      .where('user_id', '=', letter.user_id)
      .where('circle_id', 'in', untold.circles)
      .where('post_id', '<=', letter.to_post_id)
      .execute();
    await tellAlbums(tx, letter, untold);
    if (question !== null) {
      const member = letter.user_id;
      // The letter has brought it also if it was withdrawn meanwhile.
      if (!(await markReached(tx, { question, member }, Date.now()))) await takeWeek(tx, member, Date.now());
    }
    await end(tx, letter, 'sent');
  });

/**
 * Moves the marks of members who get no letter up to their first untold post, and deletes the rows that marks passed.
 * Otherwise both would grow for a member who sees every moment on screen.
 */
export const passTold = async (tx: Tx, users: readonly number[], until: number): Promise<void> => {
  if (users.length === 0) return;
  await sql`
    update circle_members as m set told_post_id = coalesce((
      select pc.post_id - 1 from post_circles pc where ${isUntold(bind(until))} order by pc.post_id limit 1), ${until})
    from circles c, users u
    where c.id = m.circle_id and u.id = m.user_id and m.user_id in (${sql.join(users)}) and ${deliveryOf} <> 'never'
      and exists (select 1 from post_circles newer where newer.circle_id = m.circle_id
        and newer.post_id > m.told_post_id and newer.post_id <= ${until})`.execute(tx.q);
  await sweepTold(tx, users);
};
