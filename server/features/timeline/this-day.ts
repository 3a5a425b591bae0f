import { type RawBuilder, sql } from 'kysely';
import type { Output } from '../../../contract/endpoint.ts';
import { limits } from '../../../contract/limits.ts';
import { isDay } from '../../../contract/text/taken-day.ts';
import type * as contract from '../../../contract/timeline.ts';
import {
  type PhotoWithAdderRow,
  readPhotoWithAdder,
  selectPhotosWithAdder,
} from '../../access/show/photos-with-adder.ts';
import { belongsInFeed, col, isMuted, type SqlRef } from '../../access/rules/sees.ts';
import { seesPhotoById } from '../../access/rules/sees-photos.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import { prepared, type Queries } from '../../platform/db/database.ts';
import { dayStep } from '../../platform/db/schema/photos.ts';
import { dayIn, dayNumber, startOfDay } from '../../platform/text/days.ts';
import { type PostRow, readPost, selectPosts } from '../posts/select.ts';
import { joinRange, selectRanges } from './ranges.ts';

/** How many years are looked back. */
const maxYears = 100;

type Parameters = { viewer: number; ranges: string };

/** The viewer has put away a photo, post or member, by key. */
const isPutAway = (
  viewer: SqlRef,
  scope: 'photo' | 'post' | 'member',
  target: SqlRef,
) => sql<boolean>`exists (
  select 1 from not_again away where away.user_id = ${viewer} and away.scope = ${sql.lit(scope)} and away.target = ${target})`;

/** 'Not {name}' covers every photo by and every moment of that person; muted people are left out as in the feed. */
const isLeftOut = (viewer: SqlRef, member: SqlRef) =>
  sql<boolean>`(${isPutAway(viewer, 'member', member)} or ${isMuted(viewer, member)})`;

/** The first few of each year, and of these the newest. `candidates` yields `(id, label)`. */
const newest = (
  candidates: RawBuilder<unknown>,
  { perYear, total }: typeof limits.thisDayPhotos | typeof limits.thisDayPosts,
) => sql`
  select ranked.id from (
    select near.id, near.label, row_number() over (partition by near.label order by near.id) as place
    from (${candidates}) near) ranked
  where ranked.place <= ${sql.lit(perYear)} order by ranked.label desc, ranked.place limit ${sql.lit(total)}`;

const photosOfDays = prepared<Parameters, PhotoWithAdderRow>({
  name: 'photos_of_days',
  parameters: ['viewer', 'ranges'],
  text: ({ viewer, ranges }, dialect) => {
    const isShown = (image: SqlRef) => sql`(
      select 1 from images i join posts p on p.id = i.post_id
      where i.id = ${image} and ${seesPhotoById(viewer, col('i.id'))} and not ${isPutAway(viewer, 'photo', col('i.id'))}
        and not ${isPutAway(viewer, 'post', col('p.id'))}
        and not ${isLeftOut(viewer, col('i.owner_id'))} and not ${isLeftOut(viewer, col('p.author_id'))} limit 1) is not null`;
    const days = {
      key: sql`day_key`,
      from: sql`r.start`,
      until: sql`r.ending`,
      limit: sql.lit(limits.thisDayPhotos.perYear),
    };
    const inCircles = {
      rows: sql`select * from circle_photos`,
      owner: sql`circle_id`,
      is: sql`m.circle_id`,
      isShown: isShown(col('one.image_id')),
      ...days,
    };
    const own = {
      rows: sql`select * from images`,
      owner: sql`owner_id`,
      is: viewer,
      isShown: isShown(col('one.id')),
      ...days,
    };
    const candidates = sql`
      select near.image_id as id, r.label from circle_members m cross join (${selectRanges(dialect, ranges)}) r
      ${joinRange(dialect, inCircles)} and m.user_id = ${viewer}
      union
      select near.id, r.label from (${selectRanges(dialect, ranges)}) r ${joinRange(dialect, own)}`;
    const page = sql`select chosen.id as image_id from (${newest(candidates, limits.thisDayPhotos)}) chosen`;
    return sql<PhotoWithAdderRow>`${selectPhotosWithAdder(viewer, page)} order by placed.day_key desc`;
  },
});

/** Milliseconds within which posts may get their keys in another order than their times. */
const writingMs = 600_000;

/** The keys of a day's posts lie close together, so that the index of a circle finds its own among them. */
const postsOfDays = prepared<Parameters, PostRow>({
  name: 'posts_of_days',
  parameters: ['viewer', 'ranges'],
  text: ({ viewer, ranges }, dialect) => {
    const keys = sql`
      select r.label, r.start, r.ending,
        (select p.id from posts p where p.created_at >= r.start - ${sql.lit(writingMs)}
          order by p.created_at, p.id limit 1) as first_id,
        (select p.id from posts p where p.created_at < r.ending + ${sql.lit(writingMs)}
          order by p.created_at desc, p.id desc limit 1) as last_id
      from (${selectRanges(dialect, ranges)}) r`;
    const isShown = (post: SqlRef) => sql`(
      select 1 from posts p where p.id = ${post} and p.created_at >= k.start and p.created_at < k.ending
        and ${belongsInFeed(viewer, col('p.id'))}
        and not ${isPutAway(viewer, 'post', col('p.id'))} and not ${isPutAway(viewer, 'member', col('p.author_id'))}
      limit 1) is not null`;
    const keysOfDay = {
      from: sql`k.first_id`,
      until: sql`k.last_id + 1`,
      limit: sql.lit(limits.thisDayPosts.perYear),
    };
    const inCircles = {
      rows: sql`select * from post_circles`,
      owner: sql`circle_id`,
      is: sql`m.circle_id`,
      key: sql`post_id`,
      isShown: isShown(col('one.post_id')),
      ...keysOfDay,
    };
    const own = {
      rows: sql`select * from posts`,
      owner: sql`author_id`,
      is: viewer,
      key: sql`id`,
      isShown: isShown(col('one.id')),
      ...keysOfDay,
    };
    const candidates = sql`
      with k as materialized (${keys})
      select near.post_id as id, k.label from circle_members m cross join k
      ${joinRange(dialect, inCircles)} and m.user_id = ${viewer}
      union
      select near.id, k.label from k ${joinRange(dialect, own)}`;
    const page = sql`
      select chosen.id as post_id, chosen.id as position from (${newest(candidates, limits.thisDayPosts)}) chosen`;
    return sql<PostRow>`${selectPosts(viewer, page)} order by found.position desc`;
  },
});

/** The days `MM-DD` that stand for this one: 29 February comes on the 28th of common years. */
const daysFor = (today: string): string[] => {
  const day = today.slice(5);
  const isCommonYear = !isDay(`${today.slice(0, 4)}-02-29`);
  return day === '02-28' && isCommonYear ? [day, '02-29'] : [day];
};

/** A day `MM-DD` as it is stored in `not_again`. */
export const dayTarget = (day: string): number => Number(day.replace('-', ''));

const findPutAwayDays = async (q: Queries, viewer: Pick<Viewer, 'id'>): Promise<ReadonlySet<number>> => {
  const rows = await q
    .selectFrom('not_again')
    .select('target')
    .where('user_id', '=', viewer.id)
    .where('scope', '=', 'day')
    .execute();
  return new Set(rows.map(({ target }) => target));
};

const earlierDays = (today: string, putAway: ReadonlySet<number>): string[] => {
  const days = daysFor(today).filter((day) => !putAway.has(dayTarget(day)));
  const thisYear = Number(today.slice(0, 4));
  return Array.from({ length: maxYears }, (_, index) => thisYear - 1 - index).flatMap((year) =>
    days.map((day) => `${year}-${day}`).filter(isDay),
  );
};

/**
 * Photos and moments of this day in earlier years, as `sees` decides, without people whom the viewer has muted and
 * without what they have put away.
 */
export const findThisDay = async (
  { db }: Pick<AppContext, 'db'>,
  viewer: Pick<Viewer, 'id' | 'timeZone'>,
  now = Date.now(),
): Promise<Output<typeof contract.thisDay>> => {
  const { timeZone } = viewer;
  const today = dayIn(timeZone, now);
  const days = earlierDays(today, await findPutAwayDays(db.read, viewer));
  const yearOf = (day: string) => Number(day.slice(0, 4));
  const dayRanges = days.map((day) => [
    yearOf(day),
    dayNumber(day) * dayStep,
    (dayNumber(day) + 1) * dayStep,
  ]);
  const times = days.map((day) => {
    const start = startOfDay(timeZone, day);
    return [yearOf(day), start, startOfDay(timeZone, dayIn(timeZone, start + 36 * 60 * 60_000))];
  });
  const photos = await db.run(photosOfDays, { viewer: viewer.id, ranges: JSON.stringify(dayRanges) });
  const posts = (await db.run(postsOfDays, { viewer: viewer.id, ranges: JSON.stringify(times) })).map(
    readPost,
  );
  const shown = new Set(posts.map(({ id }) => id));
  const placed = photos.flatMap(readPhotoWithAdder).filter(({ postId }) => !shown.has(postId));
  const postYear = (createdAt: string) => yearOf(dayIn(timeZone, Date.parse(createdAt)));
  const years = new Set([
    ...placed.map(({ day }) => yearOf(day)),
    ...posts.map(({ createdAt }) => postYear(createdAt)),
  ]);
  return {
    day: today.slice(5),
    years: [...years]
      .toSorted((a, b) => b - a)
      .map((year) => ({
        year,
        photos: placed.filter(({ day }) => yearOf(day) === year),
        posts: posts.filter(({ createdAt }) => postYear(createdAt) === year),
      })),
  };
};
