import { type RawBuilder, sql } from 'kysely';
import { seesNewPhotos } from './new-photos.ts';
import { col, type Predicate, seesPost, type SqlRef } from '../rules/sees.ts';

/** The key of the newest addition to an album; 0 without additions. */
export const newestAddition: RawBuilder<number> = sql<number>`coalesce((select max(id) from album_additions), 0)`;

/** The last addition to an album that counts as told to the member, through any circle; 0 without one. */
export const toldAddition = (user: SqlRef, post: SqlRef): SqlRef => sql<number>`coalesce((
  select mark.addition_id from told_albums mark where mark.user_id = ${user} and mark.post_id = ${post}), 0)`;

const larger = (one: SqlRef, other: SqlRef): SqlRef =>
  sql<number>`case when ${one} > ${other} then ${one} else ${other} end`;

/** Additions to the album `pc` up to this one count as told through the membership `m`. */
export const untoldAfter: SqlRef = larger(
  toldAddition(col('m.user_id'), col('pc.post_id')),
  col('m.told_addition_id'),
);

// Photos of an album of which the member was not told at all are part of it.
const knowsAlbum: Predicate = sql<boolean>`(pc.author_id = m.user_id or (pc.post_id > m.sees_after_post_id
  and (pc.post_id <= m.told_post_id or exists (select 1 from told_posts told
    where told.circle_id = m.circle_id and told.user_id = m.user_id and told.post_id = pc.post_id))))`;

/**
 * The album `pc` is in the circle of the membership `m`. Its member knows of it, and was not told of photos that others
 * added later, with an addition up to `until`, and that they see.
 */
export const hasUntoldPhotos = (until: SqlRef): Predicate => sql<boolean>`(
  pc.circle_id = m.circle_id and pc.last_addition_id > m.told_addition_id and ${knowsAlbum}
  and ${seesPost(col('m.user_id'), { id: col('pc.post_id'), author: col('pc.author_id') })}
  and ${seesNewPhotos(col('m.user_id'), { post: col('pc.post_id'), after: untoldAfter, until })})`;

/** Inserts marks of members for albums: `rows` selects user_id, post_id, addition_id and ends with a condition. */
export const insertIntoToldAlbums = (rows: RawBuilder<unknown>): RawBuilder<never> => sql`
  insert into told_albums (user_id, post_id, addition_id) ${rows}
  on conflict (user_id, post_id) do update set addition_id = excluded.addition_id
  where told_albums.addition_id < excluded.addition_id`;
