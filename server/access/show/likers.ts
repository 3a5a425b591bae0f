import { type RawBuilder, sql } from 'kysely';
import { limits } from '../../../contract/limits.ts';
import { col, isMuted, type Predicate, seesPerson, type SqlRef } from '../rules/sees.ts';
import { seesHeartOfSeenPhoto, seesLikeOfSeenPost } from '../rules/sees-talk.ts';

/** The likes `l` of a post by others, if it is the reader's. */
const likesOfPost = (reader: SqlRef, post: SqlRef) => sql`
  from posts told join likes l on l.post_id = told.id
  where told.id = ${post} and told.author_id = ${reader} and l.user_id <> ${reader}`;

/** The hearts `l` by others of the photos that the reader added to a post. */
const heartsOfPhotos = (reader: SqlRef, post: SqlRef) => sql`
  from posts told join images mine on mine.post_id = told.id join photo_likes l on l.image_id = mine.id
  where told.id = ${post} and mine.owner_id = ${reader} and l.user_id <> ${reader}`;

const isLikeSeen = (reader: SqlRef) =>
  seesLikeOfSeenPost(reader, {
    giver: col('l.user_id'),
    post: col('told.id'),
    postAuthor: col('told.author_id'),
  });

/**
 * The reader sees a like of the post, or a heart of a photo of theirs in it, by this member, and has not muted them.
 * The first such heart answers: people give many.
 */
const isShown = (reader: SqlRef, post: SqlRef, giver: SqlRef): Predicate => {
  const isHeartSeen = seesHeartOfSeenPhoto(reader, col('l.user_id'), { image: 'mine', post: 'told' });
  return sql<boolean>`(${seesPerson(reader, giver)} and not ${isMuted(reader, giver)} and (
    exists (select 1 ${likesOfPost(reader, post)} and l.user_id = ${giver} and ${isLikeSeen(reader)})
    or exists (select 1 ${heartsOfPhotos(reader, post)} and l.user_id = ${giver} and ${isHeartSeen})))`;
};

/**
 * The number of people who like a moment, or photos in it, and whom the notification of that counts: the actor and up
 * to `limits.newMoments` others.
 */
export const selectLikersTold = (reader: SqlRef, post: SqlRef): RawBuilder<number> => sql<number>`(
  select count(*) from (
    select liking.giver from (
      select l.user_id as giver ${likesOfPost(reader, post)}
      union select l.user_id ${heartsOfPhotos(reader, post)}) liking
    where ${isShown(reader, post, col('liking.giver'))} limit ${sql.lit(limits.newMoments + 1)}) counted)`;

/** 1 if the reader is shown no like of the moment itself: all are of photos. */
export const selectIsOfPhotos = (reader: SqlRef, post: SqlRef): RawBuilder<number> => sql<number>`
  case when exists (
    select 1 ${likesOfPost(reader, post)} and ${isLikeSeen(reader)} and not ${isMuted(reader, col('l.user_id'))})
    then 0 else 1 end`;

/** The most people among whom the one to name is looked for, from the latest. */
const latest = 100;

/**
 * The member whom a notification of several likes names: the latest whom its reader is shown, or else the latest. Yields
 * one `giver`, or none. `among` narrows the likes, by their `l.user_id`.
 */
export const selectLikerToName = (
  reader: SqlRef,
  post: SqlRef,
  among: RawBuilder<unknown> = sql``,
): RawBuilder<{ giver: number }> => sql<{ giver: number }>`
  select named.giver from (
    select given.giver, max(given.created_at) as given_at from (
      select l.user_id as giver, l.created_at ${likesOfPost(reader, post)} ${among}
      union all select l.user_id, l.created_at ${heartsOfPhotos(reader, post)} ${among}) given
    group by given.giver order by given_at desc limit ${sql.lit(latest)}) named
  order by case when ${isShown(reader, post, col('named.giver'))} then 0 else 1 end, named.given_at desc limit 1`;
