import { type RawBuilder, sql } from 'kysely';
import { postOf, type PostRefs } from '../../access/rules/sees.ts';
import type { Dialect } from '../../platform/db/dialect.ts';
import { popularityStep } from '../../platform/db/schema/posts.ts';

export type FeedOrder = 'newest' | 'oldest' | 'popular';

/** Input of a page of the feed. The page begins after the sort value `before`, or at the start if it is null. */
export interface FeedPage {
  /** A query that yields `circle_id, sees_after_post_id` of the circles to read. */
  circles: RawBuilder<unknown>;
  /** Whether a post may be in several of the circles. */
  mayRepeat: boolean;
  before: RawBuilder<number | null>;
  limit: RawBuilder<number>;
  /** Only posts of this member, in the order `newest`. */
  author?: RawBuilder<number>;
  /** The full check, applied to each post before it enters the list. */
  keep: (postId: RawBuilder<number>) => RawBuilder<boolean>;
  /** A cheaper check that never rejects more than the full one, for candidates that are mostly dropped. */
  propose: (post: PostRefs) => RawBuilder<boolean>;
}

const isBy = ({ author }: FeedPage): RawBuilder<unknown> => (author ? sql`and author_id = ${author}` : sql``);

interface Walk {
  value: RawBuilder<number>;
  end: RawBuilder<unknown>;
  passes: RawBuilder<unknown>;
  reaches: RawBuilder<unknown>;
  direction: RawBuilder<unknown>;
  bound: RawBuilder<unknown>;
  farthest: RawBuilder<unknown>;
  /** Ends the walk of one circle early, before the posts that the member joined too late to see. */
  goesOn: RawBuilder<unknown>;
}

// Each sort order is a walk along an index of post_circles: by which value, from where, in which direction.
const walks: Record<FeedOrder, Walk> = {
  newest: {
    value: sql`post_id`,
    end: sql`max`,
    passes: sql`<`,
    reaches: sql`>=`,
    direction: sql`desc`,
    bound: sql`9007199254740991`,
    farthest: sql`0`,
    goesOn: sql`merged.position > merged.sees_after_post_id`,
  },
  oldest: {
    value: sql`post_id`,
    end: sql`min`,
    passes: sql`>`,
    reaches: sql`<=`,
    direction: sql`asc`,
    bound: sql`0`,
    farthest: sql`9007199254740991`,
    goesOn: sql`true`,
  },
  popular: {
    value: sql`popularity`,
    end: sql`max`,
    passes: sql`<`,
    reaches: sql`>=`,
    direction: sql`desc`,
    bound: sql`9007199254740991`,
    farthest: sql`0`,
    goesOn: sql`true`,
  },
};

const postIdOf = (order: FeedOrder, value: RawBuilder<unknown>): RawBuilder<number> =>
  order === 'popular' ? sql`(${value} & ${sql.lit(popularityStep - 1)})` : sql`${value}`;

/**
 * For SQLite, a k-way merge: the queue starts with the first post of each circle, `order by`
 * inside the recursion makes it a priority queue, and the outer limit stops it. Flat in the number of posts.
 */
const mergeRecursively = (order: FeedOrder, page: FeedPage): RawBuilder<unknown> => {
  const { value, end, passes, direction, bound, goesOn } = walks[order];
  const postId = postIdOf(order, sql`merged.position`);
  const first = sql`coalesce(${page.before}, ${bound})`;
  // Oldest first, a newcomer's walk begins at the first post that they may see and skips the earlier ones.
  const start = order === 'oldest' ? sql`max(${first}, readable.sees_after_post_id)` : first;
  return sql`
    with recursive readable(circle_id, sees_after_post_id) as (${page.circles}),
    merged(position, circle_id, sees_after_post_id) as (
      select (select ${end}(${value}) from post_circles
              where circle_id = readable.circle_id ${isBy(page)} and ${value} ${passes} ${start}),
        circle_id, sees_after_post_id
      from readable
      union all
      select (select ${end}(${value}) from post_circles
              where circle_id = merged.circle_id ${isBy(page)} and ${value} ${passes} merged.position),
        merged.circle_id, merged.sees_after_post_id
      from merged where merged.position is not null and ${goesOn}
      order by 1 ${direction}
    )
    select distinct ${postId} as post_id, merged.position as position from merged
    where merged.position is not null and ${postId} > merged.sees_after_post_id and ${page.keep(postId)}
    limit ${page.limit}`;
};

/**
 * For PostgreSQL: each circle yields its next posts through the index, and these are merged. The first post of each
 * circle is read before: when they fill the page, no post beyond the last of them can be on it. The final page gets the
 * full check, all other candidates the cheap one.
 */
const mergeLaterally = (order: FeedOrder, page: FeedPage): RawBuilder<unknown> => {
  const { value, passes, reaches, direction, bound, farthest } = walks[order];
  const headsOf = (limit: RawBuilder<unknown>, within = sql``) => sql`
    (${page.circles}) as readable(circle_id, sees_after_post_id) cross join lateral (
      select pc.post_id, pc.${value} as position from post_circles pc
      where pc.circle_id = readable.circle_id ${isBy(page)} and pc.${value} ${passes} coalesce(${page.before}, ${bound})
        and pc.post_id > readable.sees_after_post_id and ${page.propose(postOf('pc'))} ${within}
      order by pc.${value} ${direction} limit ${limit}) head`;
  const last = sql`
    select distinct head.position from ${headsOf(sql`1`)}
    order by head.position ${direction} offset ${page.limit} - 1 limit 1`;
  const within = sql`and pc.${value} ${reaches} coalesce((${last}), ${farthest})`;
  return sql`
    select merged.post_id, merged.position from (
      select distinct head.post_id, head.position from ${headsOf(page.limit, within)}
      order by head.position ${direction} limit ${page.limit}
    ) merged where ${page.keep(sql`merged.post_id`)}
    order by merged.position ${direction}`;
};

/**
 * Selects the ids of a feed in no order, up to the limit, with the cheap check: the full one for a thousand posts would
 * slow the server down for everybody, and a count shows no content. SQLite stops when it has enough different ids.
 * PostgreSQL would collect all ids before it drops the repeated ones, so it takes each post in its first circle.
 */
export const selectCountedIds = (
  dialect: Dialect,
  { circles, mayRepeat, limit, propose }: FeedPage,
): RawBuilder<unknown> => {
  const first = sql`(
    select min(other.circle_id) from post_circles other join (${circles}) as also(circle_id, sees_after_post_id)
      on also.circle_id = other.circle_id and other.post_id > also.sees_after_post_id
    where other.post_id = pc.post_id)`;
  const distinct = dialect.pick({ sqlite: sql`distinct`, postgres: sql`` });
  const once = dialect.pick({ sqlite: sql``, postgres: sql`and pc.circle_id = ${first}` });
  const nothing = sql``;
  return sql`
    select ${mayRepeat ? distinct : nothing} pc.post_id from (${circles}) as readable
    join post_circles pc on pc.circle_id = readable.circle_id and pc.post_id > readable.sees_after_post_id
    where ${propose(postOf('pc'))} ${mayRepeat ? once : nothing} limit ${limit}`;
};

/** Selects `(post_id, position)`: the next page of the merged feed of some circles, without duplicates. */
export const selectFeedIds = (dialect: Dialect, order: FeedOrder, page: FeedPage): RawBuilder<unknown> =>
  dialect.pick({ sqlite: mergeRecursively, postgres: mergeLaterally })(order, page);
