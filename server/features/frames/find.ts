import { sql } from 'kysely';
import type { Frame } from '../../../contract/frames.ts';
import { limits } from '../../../contract/limits.ts';
import { unusedForMs } from '../../access/readers/framers.ts';
import {
  bind,
  col,
  isInFeedOf,
  type Predicate,
  seesCircleById,
  type SqlRef,
} from '../../access/rules/sees.ts';
import { seesPhotoById } from '../../access/rules/sees-photos.ts';
import { type Database, prepared, type Queries } from '../../platform/db/database.ts';
import { type Eventual, followedBy } from '../../platform/eventual.ts';
import { missing } from '../../platform/problem.ts';
import { hashOf } from '../../platform/text/ids.ts';
import { type Reader, readerOf, type ReaderRow, wordsFor } from '../../words/reader.ts';
import { time } from '../../access/show/present.ts';
import type { Viewer } from '../../access/viewer.ts';
import { deviceIn } from '../notifications/device.ts';

// A frame sees what its member sees of one circle, and nothing else (FRAME-1).

/** Hours of the frame's own clock between which it is dark. */
export type Night = NonNullable<Frame['night']>;

interface NightRow {
  night_from: number | null;
  night_to: number | null;
}

/** Null for a frame that is never dark. */
const nightOf = (row: NightRow): Night | null =>
  row.night_from === null || row.night_to === null ? null : { from: row.night_from, to: row.night_to };

/** A frame that shows its circle now. */
export interface OpenFrame extends Reader {
  readonly id: number;
  /** The key of its member. */
  readonly memberId: number;
  readonly circleId: number;
  readonly lastSeenAt: number;
  readonly night: Night | null;
}

interface FrameRow extends ReaderRow, NightRow {
  id: number;
  user_id: number;
  circle_id: number;
  last_seen_at: number;
  suspended_until: number | null;
}

const frameByToken = prepared<{ tokenHash: string }, FrameRow>({
  name: 'frame_by_token',
  parameters: ['tokenHash'],
  text: ({ tokenHash }) => sql`
    select f.id, f.user_id, f.circle_id, f.last_seen_at, f.night_from, f.night_to, u.suspended_until, u.language,
      u.time_zone
    from frames f join users u on u.id = f.user_id
    where f.token_hash = ${tokenHash} and u.banned_at is null
      and ${seesCircleById(col('f.user_id'), col('f.circle_id'))}`,
});

/** The frame whose cookie has this token; null for one that was ended, or whose member sees the circle no more. */
export const findFrame = (db: Database, token: string): Eventual<OpenFrame | null> =>
  followedBy(db.runKept(frameByToken, { tokenHash: hashOf(token) }), ([row]) => {
    const now = Date.now();
    if (!row || (row.suspended_until ?? 0) > now || row.last_seen_at + unusedForMs <= now) return null;
    return {
      id: row.id,
      memberId: row.user_id,
      circleId: row.circle_id,
      lastSeenAt: row.last_seen_at,
      night: nightOf(row),
      ...readerOf(row),
    };
  });

interface ShownRefs {
  viewer: SqlRef;
  circle: SqlRef;
  image: SqlRef;
}

/** The photo is in the feed of the frame's circle, and the frame's member sees it. */
const isShown = ({ viewer, circle, image }: ShownRefs): Predicate => sql<boolean>`(
  exists (select 1 from circle_photos placed where placed.image_id = ${image} and placed.circle_id = ${circle}
    and ${isInFeedOf(viewer, circle, col('placed.post_id'))})
  and ${seesPhotoById(viewer, image)})`;

export interface FramePhoto {
  name: string;
  alt: string | null;
}

// `+ 0` keeps to the index by day, whose walk ends with the last photo that the frame shows.
const newestPhotos = prepared<{ viewer: number; circle: number }, FramePhoto>({
  name: 'frame_photos',
  parameters: ['viewer', 'circle'],
  text: ({ viewer, circle }) => sql`
    select i.public_id as name, i.alt
    from (select placed.image_id, placed.day_key from circle_photos placed
      where placed.circle_id = ${circle} and ${isInFeedOf(viewer, circle, sql`placed.post_id + 0`)}
        and ${seesPhotoById(viewer, col('placed.image_id'))}
      order by placed.day_key desc limit ${sql.lit(limits.framePhotos)}) newest
    join images i on i.id = newest.image_id
    order by newest.day_key desc`,
});

/** The photos that the frame shows: at most 200, newest day first (FRAME-8). */
export const listFramePhotos = (db: Database, frame: OpenFrame): Eventual<FramePhoto[]> =>
  db.run(newestPhotos, { viewer: frame.memberId, circle: frame.circleId });

const shownAmong = (q: Queries, frame: OpenFrame, names: readonly string[]) =>
  q
    .selectFrom('images')
    .where('public_id', 'in', names)
    .where(isShown({ viewer: bind(frame.memberId), circle: bind(frame.circleId), image: col('images.id') }));

/** The photos among `names` that the frame may show now. */
export const findShown = async (
  q: Queries,
  frame: OpenFrame,
  names: readonly string[],
): Promise<string[]> => {
  if (names.length === 0) return [];
  const rows = await shownAmong(q, frame, names).select('public_id').execute();
  return rows.map((row) => row.public_id);
};

/** @throws missing for a photo that the frame may not show now */
export const findFramePhoto = async (
  q: Queries,
  frame: OpenFrame,
  name: string,
): Promise<{ id: number; publicId: string; variants: string }> => {
  const row = await shownAmong(q, frame, [name]).select(['id', 'public_id', 'variants']).executeTakeFirst();
  if (!row) throw missing();
  return { id: row.id, publicId: row.public_id, variants: row.variants };
};

/** The viewer's own frames, newest first. */
export const findOwnFrames = async (q: Queries, viewer: Pick<Viewer, 'id'> & Reader): Promise<Frame[]> => {
  const rows = await q
    .selectFrom('frames as f')
    .innerJoin('circles as c', 'c.id', 'f.circle_id')
    .select(['f.public_id', 'f.device', 'f.created_at', 'f.last_seen_at', 'f.night_from', 'f.night_to'])
    .select(['c.public_id as circle', 'c.name'])
    .where('f.user_id', '=', viewer.id)
    .where('f.last_seen_at', '>', Date.now() - unusedForMs)
    .where(seesCircleById(bind(viewer.id), col('c.id')))
    .orderBy('f.id', 'desc')
    .limit(limits.frames)
    .execute();
  const words = wordsFor(viewer);
  return rows.map((row) => ({
    id: row.public_id,
    circle: { id: row.circle, name: row.name },
    device: deviceIn(words, row.device),
    createdAt: time(row.created_at),
    lastSeenAt: time(row.last_seen_at),
    night: nightOf(row),
  }));
};
