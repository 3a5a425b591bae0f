import { setImmediate as nextTurn } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Input, Output } from '../../../contract/endpoint.ts';
import { limits } from '../../../contract/limits.ts';
import type * as contract from '../../../contract/timeline.ts';
import { findCircle } from '../../access/find/circles.ts';
import {
  type PhotoWithAdderRow,
  readPhotoWithAdder,
  selectPhotosWithAdder,
} from '../../access/show/photos-with-adder.ts';
import { col, type SqlRef } from '../../access/rules/sees.ts';
import { seesPhotoById } from '../../access/rules/sees-photos.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Dialect } from '../../platform/db/dialect.ts';
import { prepared } from '../../platform/db/database.ts';
import { dayStep } from '../../platform/db/schema/photos.ts';
import { dayNumber } from '../../platform/text/days.ts';

type Scope = 'all' | 'circle';
type Direction = 'older' | 'newer';
type Parameters = { viewer: number; circle: number | null; from: number; limit: number };

interface Candidates {
  viewer: SqlRef;
  circle: RawBuilder<number | null>;
  from: SqlRef;
  limit: SqlRef;
  scope: Scope;
  direction: Direction;
}

const walks = {
  older: { end: sql`max`, passes: sql`<`, order: sql`desc` },
  newer: { end: sql`min`, passes: sql`>`, order: sql`asc` },
} as const;

/** The circles to read, each with the last post before its feed begins. */
const circlesOf = ({ viewer, circle, scope }: Candidates) => sql`
  select m.circle_id, m.sees_after_post_id from circle_members m
  where m.user_id = ${viewer} ${scope === 'circle' ? sql`and m.circle_id = ${circle}` : sql``}`;

/**
 * For SQLite, a k-way merge like that of the feed: `order by` inside the recursion makes it a priority queue. The viewer's
 * own photos, which may be in no circle of theirs, are one more list with the key 0.
 */
const mergeRecursively = (candidates: Candidates): RawBuilder<unknown> => {
  const { viewer, from, limit, scope, direction } = candidates;
  const { end, passes, order } = walks[direction];
  const next = (list: 'lists' | 'merged', position: RawBuilder<unknown>) => {
    // `+ 0` keeps to the index by day.
    const inCircle = sql`(select ${end}(day_key) from circle_photos
      where circle_id = ${sql.ref(`${list}.circle_id`)} and day_key ${passes} ${position}
        and post_id + 0 > ${sql.ref(`${list}.sees_after_post_id`)})`;
    const own = sql`(select ${end}(day_key) from images where owner_id = ${viewer} and day_key ${passes} ${position})`;
    return scope === 'circle'
      ? inCircle
      : sql`case when ${sql.ref(`${list}.circle_id`)} = 0 then ${own} else ${inCircle} end`;
  };
  return sql`
    with recursive lists(circle_id, sees_after_post_id) as (
      ${circlesOf(candidates)} ${scope === 'all' ? sql`union all select 0, 0` : sql``}),
    merged(position, circle_id, sees_after_post_id) as (
      select ${next('lists', from)}, circle_id, sees_after_post_id from lists
      union all
      select ${next('merged', sql`merged.position`)}, merged.circle_id, merged.sees_after_post_id
      from merged where merged.position is not null
      order by 1 ${order}
    )
    select distinct merged.position from merged where merged.position is not null limit ${limit}`;
};

/** For PostgreSQL: each circle yields its next photos through the index, and these are merged. */
const mergeLaterally = (candidates: Candidates): RawBuilder<unknown> => {
  const { viewer, from, limit, scope, direction } = candidates;
  const { passes, order } = walks[direction];
  const own = sql`
    union (select day_key from images where owner_id = ${viewer} and day_key ${passes} ${from}
      order by day_key ${order} limit ${limit})`;
  return sql`
    select merged.position from (
      select head.day_key as position from (${circlesOf(candidates)}) lists cross join lateral (
        select cp.day_key from circle_photos cp where cp.circle_id = lists.circle_id and cp.day_key ${passes} ${from}
          and cp.post_id + 0 > lists.sees_after_post_id
        order by cp.day_key ${order} limit ${limit}) head
      ${scope === 'all' ? own : sql``}) merged
    group by merged.position order by merged.position ${order} limit ${limit}`;
};

const selectCandidates = (dialect: Dialect, candidates: Candidates): RawBuilder<unknown> =>
  dialect.pick({ sqlite: mergeRecursively, postgres: mergeLaterally })(candidates);

/** A photo that the viewer sees, or a row of nulls where they see none of the candidates. */
type Row = Bounds & (PhotoWithAdderRow | { [K in keyof PhotoWithAdderRow]: null });

interface Bounds {
  /** How many photos the index proposed, and the last of them. */
  found: number;
  reached: number | null;
}

const isPhoto = (row: Row): row is Bounds & PhotoWithAdderRow => row.id !== null;

/** The index proposes the next photos, and `sees` decides; each row also tells how far the index was read. */
const statementOf = (scope: Scope, direction: Direction) =>
  prepared<Parameters, Row>({
    name: `timeline_${scope}_${direction}`,
    parameters: ['viewer', 'circle', 'from', 'limit'],
    text: ({ viewer, circle, from, limit }, dialect) => {
      const { order } = walks[direction];
      const farthest = direction === 'older' ? sql`min` : sql`max`;
      const seen = sql`select candidates.image_id from candidates
        where ${seesPhotoById(viewer, col('candidates.image_id'))}`;
      return sql<Row>`
        with candidates as materialized (
          select proposed.position, (proposed.position & ${sql.lit(dayStep - 1)}) as image_id
          from (${selectCandidates(dialect, { viewer, circle, from, limit, scope, direction })}) proposed)
        select bounds.found, bounds.reached, shown.* from (
          select count(*) as found, ${farthest}(position) as reached from candidates) bounds
        left join (${selectPhotosWithAdder(viewer, seen)}) shown on 1 = 1
        order by shown.day_key ${order}`;
    },
  });

const statements = {
  all: { older: statementOf('all', 'older'), newer: statementOf('all', 'newer') },
  circle: { older: statementOf('circle', 'older'), newer: statementOf('circle', 'newer') },
};

/** Later than every day. */
const endOfTime = Number.MAX_SAFE_INTEGER;

/** Candidates of one statement, which holds up all others on SQLite. */
const maxCandidates = 2_000;

const startOf = ({ before, after }: Input<typeof contract.photos>): number => {
  if (after !== undefined) return dayNumber(after) * dayStep - 1;
  return before === undefined ? endOfTime : dayNumber(before) * dayStep;
};

/**
 * A page of photos by day. The index proposes and `sees` decides, in one statement, which is repeated for more candidates
 * until the page is full or the list ends: a short page before its end would tell of hidden photos.
 * @throws missing for a circle that the viewer does not know of, invalid for a foreign cursor
 */
export const listPhotos = async (
  { db, cursors }: Pick<AppContext, 'db' | 'cursors'>,
  viewer: Viewer,
  input: Input<typeof contract.photos>,
): Promise<Output<typeof contract.photos>> => {
  const { circleId, limit: size = limits.photosPageDefault } = input;
  const circle = circleId === undefined ? null : (await findCircle(db.read, viewer, circleId)).id;
  const direction: Direction = input.after === undefined ? 'older' : 'newer';
  const list = `photos ${direction} ${circleId ?? ''}`;
  const [start = startOf(input)] = input.cursor === undefined ? [] : cursors.open(list, input.cursor);
  const statement = statements[circle === null ? 'all' : 'circle'][direction];
  const shown: PhotoWithAdderRow[] = [];
  let from: number | null = start;
  for (let limit = size + 1; from !== null; limit = Math.min(8 * limit, maxCandidates)) {
    const rows: Row[] = await db.run(statement, { viewer: viewer.id, circle, from, limit });
    shown.push(...rows.filter(isPhoto));
    const [bounds] = rows;
    from = bounds?.found === limit && shown.length <= size ? bounds.reached : null;
    if (from !== null) await nextTurn();
  }
  const page = shown.slice(0, size);
  const last = shown.length > size ? page.at(-1)?.day_key : undefined;
  return {
    items: page.flatMap(readPhotoWithAdder),
    nextCursor: last === undefined ? null : cursors.seal(list, last),
  };
};
