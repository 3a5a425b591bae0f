import { type RawBuilder, sql } from 'kysely';
import type { Delivery } from '../../platform/db/schema/circles.ts';
import { prepared } from '../../platform/db/database.ts';
import { selectMentions } from '../../access/show/mentions.ts';
import { selectPerson, selectQuestion } from '../../access/show/present.ts';
import { selectVoice } from '../../access/show/voices.ts';
import { photoRefs, seesPhotoOfSeenPost } from '../../access/rules/sees-photos.ts';
import {
  belongsInFeed,
  bind,
  col,
  type Predicate,
  seesCircle,
  type SqlRef,
} from '../../access/rules/sees.ts';
import { deliveryOf, isUntold, memberships } from '../../access/readers/not-told.ts';
import { hasUntoldPhotos } from '../../access/readers/not-told-photos.ts';

/** The most moments (`shown`) and photos that a letter shows, and the most moments that it counts in one circle. */
export const letterLimits = { shown: 20, photos: 12, counted: 1_001 } as const;

/** After so many refusals in a row, a letter is tried on Sundays alone. */
const maxRefusals = 3;

const isDue = (includesSunday: RawBuilder<unknown>): Predicate =>
  sql<boolean>`(${deliveryOf} = 'evening' or (${deliveryOf} = 'sunday' and ${includesSunday} = 1))`;

/** A letter is about posts and additions to albums up to these keys. */
export interface SettledKeys {
  post: number;
  addition: number;
}

/**
 * The keys among `users` of members who can receive a letter and have something to be told, up to a post and an
 * addition to an album. `now` in epoch ms.
 */
export const readersOfLetters = (
  users: readonly { id: number; includesSunday: boolean }[],
  { post, addition }: SettledKeys,
  now: number,
): RawBuilder<{ id: number }> => {
  const among = (wanted: boolean) => {
    const ids = users.filter(({ includesSunday }) => includesSunday === wanted).map(({ id }) => id);
    // The next letter contains the moments of a Sunday's letter that was not sent.
    const includesSunday = sql`case when last.includes_sunday = 1 and last.state in ('open', 'refused')
      then 1 else ${sql.lit(wanted ? 1 : 0)} end`;
    const isPaused = sql`coalesce(last.refusals, 0) >= ${sql.lit(wanted ? Number.MAX_SAFE_INTEGER : maxRefusals)}`;
    return sql`select u.id from users u left join letters last on last.user_id = u.id
      where u.id in (${sql.join([0, ...ids])}) and ${canReceive(now)} and not ${isPaused} and exists (
        select 1 from circle_members m join circles c on c.id = m.circle_id join post_circles pc on pc.circle_id = m.circle_id
        where m.user_id = u.id and ${isDue(includesSunday)}
          and (${isUntold(bind(post))} or ${hasUntoldPhotos(bind(addition))}))`;
  };
  return sql<{ id: number }>`${among(false)} union all ${among(true)}`;
};

/** The member `u` has a confirmed address, is not banned or suspended at `now` (epoch ms), and did not pause their letters. */
export const canReceive = (now: number): Predicate => sql<boolean>`(
  u.email_confirmed_at is not null and u.banned_at is null and u.claim_asked_at is null
  and u.letters_paused_at is null and (u.suspended_until is null or u.suspended_until <= ${now}))`;

export interface UntoldRow {
  circle: number;
  /** Null for another member's private circle. */
  public_id: string | null;
  name: string | null;
  delivery: Delivery;
  kind: 'shared' | 'private';
  shared_delivery: Delivery;
  /** JSON: keys of the untold posts, oldest first; null where the letter is not about the circle. */
  posts: string | null;
  /** JSON: keys of albums with untold later photos. */
  albums: string | null;
}

type Untold = { reader: number; until: number; untilAddition: number; includesSunday: number };

/**
 * One row for each membership of the reader, in the order of their circles, with the posts that they see and were not
 * told of. The albums of one import stand as the first of them.
 */
export const untoldByCircle = prepared<Untold, UntoldRow>({
  name: 'untold_by_circle',
  parameters: ['reader', 'until', 'untilAddition', 'includesSunday'],
  text: ({ reader, until, untilAddition, includesSunday }) => {
    const circle = { id: col('c.id'), kind: sql.ref<string>('c.kind'), owner: col('c.owner_id') };
    const known = (column: string) =>
      sql`case when ${seesCircle(reader, circle)} then ${sql.ref(`c.${column}`)} end`;
    return sql`
      select c.id as circle, ${known('public_id')} as public_id, ${known('name')} as name, ${deliveryOf} as delivery,
        c.kind, u.shared_delivery,
        case when ${isDue(includesSunday)} then (
          select coalesce(cast(json_group_array(untold.post_id) as text), '[]') from (
            select min(listed.post_id) as post_id from (
              select pc.post_id, grouped.import_id from post_circles pc join posts grouped on grouped.id = pc.post_id
              where ${isUntold(until)} order by pc.post_id limit ${sql.lit(letterLimits.counted)}) listed
            group by coalesce(-listed.import_id, listed.post_id) order by 1) untold) end as posts,
        case when ${isDue(includesSunday)} then (
          select coalesce(cast(json_group_array(untold.post_id) as text), '[]') from (
            select pc.post_id from post_circles pc where ${hasUntoldPhotos(untilAddition)}
            order by pc.post_id limit ${sql.lit(letterLimits.shown)}) untold) end as albums
      from ${memberships} where m.user_id = ${reader} and ${deliveryOf} <> 'never'
      order by m.priority desc, c.name, c.id`;
  },
});

/** Every circle through which the reader sees the post lets letters carry content, now and when it was shared. */
export const carriesContent = (reader: SqlRef, post: SqlRef): Predicate => sql<boolean>`not exists (
  select 1 from post_circles way
  join circle_members mine on mine.circle_id = way.circle_id and mine.user_id = ${reader}
    and way.post_id > mine.sees_after_post_id
  join circles through on through.id = way.circle_id
  where way.post_id = ${post} and (way.carries_content = 0 or through.letters_carry <> 'content'))`;

export interface LetterPostRow {
  id: number;
  public_id: string;
  created_at: number;
  author: string;
  kind: 'post' | 'album';
  /** The title of an album; null where the letter names only the author. */
  title: string | null;
  /** Null where the letter names only the author. */
  content: string | null;
  mentions: string | null;
  /** The question that it answers; null where the letter names only the author. */
  question: string | null;
  /** The number of photos and of posters of videos, and how many are posters. */
  photos: number;
  videos: number;
  /** For an album of an import: the albums of that import in its circle that the reader sees, and all their photos. */
  import_albums: number | null;
  import_photos: number | null;
  import_videos: number | null;
  /** JSON: key, width, height, description and length of the video of the first 12 photos, in order; null without content. */
  images: string | null;
  /** As JSON; null where the letter names only the author. */
  voice: string | null;
}

const keys = Array.from({ length: letterLimits.shown }, (_, index) => `post${index}`);

/** Parameters of `letterPosts`. */
export const letterPostKeys = (posts: readonly number[]): Record<string, number> =>
  // No post has the key 0.
  Object.fromEntries(keys.map((key, index) => [key, posts[index] ?? 0]));

/** The posts of a letter as its reader sees them, at most 20, in no order. */
export const letterPosts = prepared<Record<string, number>, LetterPostRow>({
  name: 'letter_posts',
  parameters: ['reader', ...keys],
  text: (placeholders) => {
    const at = (name: string): SqlRef => placeholders[name] ?? bind(0);
    const reader = at('reader');
    const seenPhotosOf = (post: string) =>
      sql`i.post_id = ${sql.ref(`${post}.id`)} and ${seesPhotoOfSeenPost(reader, photoRefs('i', post))}`;
    // The posts `sibling` of the same import in the same circle, the post `p` included.
    const siblings = sql`
      from posts sibling join post_circles placed on placed.post_id = sibling.id
      join post_circles here on here.circle_id = placed.circle_id and here.post_id = p.id`;
    const isSibling = sql`sibling.import_id = p.import_id and ${belongsInFeed(reader, col('sibling.id'))}`;
    const ofImport = (counted: RawBuilder<unknown>, photos = sql``) =>
      sql`case when p.import_id is not null then (select ${counted} ${siblings} ${photos} where ${isSibling}) end`;
    const photosOfSiblings = sql`join images i on ${seenPhotosOf('sibling')}`;
    return sql`
      select shown.id, shown.public_id, shown.created_at, shown.author, shown.kind, shown.photos, shown.videos,
        shown.import_albums, shown.import_photos, shown.import_videos,
        case when shown.carries then shown.title end as title,
        case when shown.carries then shown.content end as content,
        case when shown.carries then shown.mentions end as mentions,
        case when shown.carries then shown.question end as question,
        case when shown.carries then ${selectVoice('shown')} end as voice,
        case when shown.carries then (
          select cast(json_group_array(json_object('id', first.id, 'width', first.width, 'height', first.height,
              'alt', first.alt, 'ms', first.video_ms)) as text)
          from (select i.id, i.width, i.height, i.alt, i.video_ms from images i where ${seenPhotosOf('shown')}
            order by i.position, i.id limit ${sql.lit(letterLimits.photos)}) first) end as images
      from (
        select p.id, p.public_id, p.author_id, p.created_at, p.kind, p.title, p.content, p.voice_id, ${selectPerson(reader, 'u')} as author,
          ${selectMentions(reader, 'post', col('p.id'), 'p')} as mentions, ${selectQuestion(reader, 'p')} as question,
          (select count(*) from images i where ${seenPhotosOf('p')}) as photos,
          (select count(i.video_type) from images i where ${seenPhotosOf('p')}) as videos,
          ${ofImport(sql`count(distinct sibling.id)`)} as import_albums,
          ${ofImport(sql`count(distinct i.id)`, photosOfSiblings)} as import_photos,
          ${ofImport(sql`count(distinct case when i.video_type is not null then i.id end)`, photosOfSiblings)} as import_videos,
          ${carriesContent(reader, col('p.id'))} as carries
        from posts p join users u on u.id = p.author_id
        where p.id in (${sql.join(keys.map(at))}) and ${belongsInFeed(reader, col('p.id'))}) shown`;
  },
});
