import { type RawBuilder, sql } from 'kysely';
import type { Dialect } from '../../platform/db/dialect.ts';

/** Selects `label`, `start`, `ending` of a JSON list `[[label, start, ending], …]` of numbers. */
export const selectRanges = (dialect: Dialect, json: RawBuilder<string>): RawBuilder<unknown> =>
  dialect.pick({
    sqlite: sql`select json_extract(value, '$[0]') as label, json_extract(value, '$[1]') as start,
      json_extract(value, '$[2]') as ending from json_each(${json})`,
    postgres: sql`select cast(value->>0 as bigint) as label, cast(value->>1 as bigint) as start,
      cast(value->>2 as bigint) as ending from json_array_elements(cast(${json} as json))`,
  });

/** Rows that belong to one circle or member, from one key to before another. */
interface RowsOfRange {
  /** Selects all columns of a table. */
  rows: RawBuilder<unknown>;
  owner: RawBuilder<unknown>;
  is: RawBuilder<unknown>;
  key: RawBuilder<unknown>;
  from: RawBuilder<unknown>;
  until: RawBuilder<unknown>;
  /** Whether the viewer is shown the row `one`. */
  isShown: RawBuilder<unknown>;
  /** How many of the shown rows of each range are joined, by key. */
  limit: RawBuilder<number>;
}

/**
 * Joins the first rows of each range as `near`, through the index. Written as a plain join, PostgreSQL would read all rows
 * of a circle, and compare the ranges afterwards.
 */
export const joinRange = (
  dialect: Dialect,
  { rows, owner, is, key, from, until, isShown, limit }: RowsOfRange,
) => {
  const inRange = sql`from (${rows}) one
    where one.${owner} = ${is} and one.${key} >= ${from} and one.${key} < ${until} and ${isShown}
    order by one.${key} limit ${limit}`;
  return dialect.pick({
    sqlite: sql`cross join (${rows}) near
      where near.${owner} = ${is} and near.${key} in (select one.${key} ${inRange})`,
    postgres: sql`cross join lateral (select one.* ${inRange}) near where true`,
  });
};
