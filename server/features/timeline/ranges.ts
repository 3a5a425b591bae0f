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
