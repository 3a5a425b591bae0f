import { type RawBuilder, sql } from 'kysely';
import type { Dialect } from './dialect.ts';

/** The keys in a JSON list, as a subquery: as one parameter, lists of all lengths make one statement. */
export const listedKeys = ({ pick }: Pick<Dialect, 'pick'>, list: RawBuilder<string>): RawBuilder<unknown> =>
  pick({
    sqlite: sql`(select value from json_each(${list}))`,
    postgres: sql`(select cast(value as bigint) from json_array_elements_text(cast(${list} as json)))`,
  });

/** The public ids in a JSON list of `idsAsJson`, as a subquery. */
export const listedIds = ({ pick }: Pick<Dialect, 'pick'>, list: RawBuilder<string>): RawBuilder<unknown> =>
  pick({
    sqlite: sql`(select value from json_each(${list}))`,
    postgres: sql`(select value from json_array_elements_text(cast(${list} as json)))`,
  });

const publicId = /^[0-9a-f]{32}$/;

/** Those of a caller's ids that can exist. PostgreSQL fails at JSON with NUL or with half of a letter. */
export const idsAsJson = (ids: readonly string[]): string =>
  JSON.stringify(ids.filter((id) => publicId.test(id)));

/** Some keys, or null for all. */
export type Among = readonly number[] | null;

export const isAmong = (
  { dialect }: { dialect: Pick<Dialect, 'pick'> },
  key: RawBuilder<unknown>,
  among: Among,
): RawBuilder<boolean> =>
  among === null
    ? sql<boolean>`true`
    : sql<boolean>`${key} in ${listedKeys(dialect, sql<string>`${JSON.stringify(among)}`)}`;
