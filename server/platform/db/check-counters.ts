import { type RawBuilder, sql } from 'kysely';
import type { Database, Queries } from './database.ts';
import { popularityStep } from './schema/posts.ts';

/** A stored counter that differs from a fresh count of its rows. */
interface Mismatch {
  about: string;
  kept: number;
  counted: number;
}

// Comments, likes and memberships of banned members are not counted: nobody sees them.
const isCounted = (member: RawBuilder<unknown>) =>
  sql`exists (select 1 from users u where u.id = ${member} and u.banned_at is null)`;

// Neither are answers beneath a banned member's comment.
const isCountedComment = sql`(
  ${isCounted(sql`m.author_id`)} and not exists (
    select 1 from comments above join users u on u.id = above.author_id
    where above.id = m.thread_id and u.banned_at is not null))`;

// Each query compares a stored counter with a fresh count and selects the rows that differ, by public id.
const counters: Readonly<Record<string, RawBuilder<Mismatch>>> = {
  'likes of the moment': sql`
    select p.public_id as about, p.likes_count as kept, coalesce(c.number, 0) as counted from posts p
    left join (select post_id, count(*) as number from likes l
      where ${isCounted(sql`l.user_id`)} group by post_id) c on c.post_id = p.id
    where p.likes_count <> coalesce(c.number, 0)`,
  'likes in one circle of the moment': sql`
    select p.public_id as about, pc.likes_count as kept, coalesce(c.number, 0) as counted
    from post_circles pc join posts p on p.id = pc.post_id
    left join (select post_id, circle_id, count(*) as number from like_circles l
      where ${isCounted(sql`l.user_id`)} group by post_id, circle_id) c
      on c.post_id = pc.post_id and c.circle_id = pc.circle_id
    where pc.likes_count <> coalesce(c.number, 0)`,
  'comments of the moment': sql`
    select p.public_id as about, p.comments_count as kept, coalesce(c.number, 0) as counted from posts p
    left join (select post_id, count(*) as number from comments m
      where ${isCountedComment} group by post_id) c on c.post_id = p.id
    where p.comments_count <> coalesce(c.number, 0)`,
  'comments in one circle of the moment': sql`
    select p.public_id as about, pc.comments_count as kept, coalesce(c.number, 0) as counted
    from post_circles pc join posts p on p.id = pc.post_id
    left join (
      select m.post_id, b.circle_id, count(*) as number from comment_circles b join comments m on m.id = b.comment_id
      where ${isCountedComment} group by m.post_id, b.circle_id) c on c.post_id = pc.post_id and c.circle_id = pc.circle_id
    where pc.comments_count <> coalesce(c.number, 0)`,
  'popularity of the moment': sql`
    select p.public_id as about, pc.popularity as kept, (p.likes_count + p.comments_count) * ${sql.lit(popularityStep)} + p.id as counted
    from post_circles pc join posts p on p.id = pc.post_id
    where pc.popularity <> (p.likes_count + p.comments_count) * ${sql.lit(popularityStep)} + p.id`,
  'author of the moment, beside its circle': sql`
    select p.public_id as about, pc.author_id as kept, p.author_id as counted
    from post_circles pc join posts p on p.id = pc.post_id where pc.author_id <> p.author_id`,
  'albums of the circle': sql`
    select p.public_id as about, pc.is_album as kept, 1 - pc.is_album as counted
    from post_circles pc join posts p on p.id = pc.post_id where pc.is_album <> (case when p.kind = 'album' then 1 else 0 end)`,
  'people in the circle': sql`
    select s.public_id as about, s.member_count as kept, coalesce(c.number, 0) as counted from circles s
    left join (select circle_id, count(*) as number from circle_members m
      where ${isCounted(sql`m.user_id`)} group by circle_id) c on c.circle_id = s.id
    where s.member_count <> coalesce(c.number, 0)`,
  'owners in the circle': sql`
    select s.public_id as about, 1 as kept, 0 as counted from circles s
    where not exists (select 1 from circle_members m where m.circle_id = s.id and m.user_id = s.owner_id)`,
  'moments of the member': sql`
    select u.public_id as about, u.posts_count as kept, coalesce(c.number, 0) as counted from users u
    left join (select author_id, count(*) as number from posts group by author_id) c on c.author_id = u.id
    where u.posts_count <> coalesce(c.number, 0)`,
  'pictures of the member': sql`
    select u.public_id as about, 1 as kept, 0 as counted from users u
    where u.avatar_id is not null and not exists (
      select 1 from images i where i.id = u.avatar_id and i.owner_id = u.id and i.kind = 'avatar')`,
  'Contacts circles of the member': sql`
    select u.public_id as about, 1 as kept, 0 as counted from users u
    where u.by_letter = 0 and u.email_key <> 'DELETED ' || u.public_id and not exists (select 1 from circles s where s.owner_id = u.id and s.is_contacts = 1)`,
};

/** Recounts every stored counter. @returns a line for each difference */
export const findMiscounts = async (q: Queries): Promise<string[]> => {
  const lines: string[] = [];
  for (const [name, mismatches] of Object.entries(counters)) {
    const { rows } = await mismatches.execute(q);
    lines.push(
      ...rows.map(({ about, kept, counted }) => `${name} ${about}: ${kept} kept, ${counted} counted`),
    );
  }
  return lines;
};

/** Runs the database's own integrity check. @returns a line for each fault */
export const findDamage = async (db: Database): Promise<string[]> => {
  const lines: string[] = [];
  for (const statement of db.dialect.selfChecks) {
    const { rows } = await sql.raw<{ trouble: string }>(statement).execute(db.read);
    lines.push(...rows.map(({ trouble }) => trouble));
  }
  return lines;
};
