import { type RawBuilder, sql } from 'kysely';
import type { Dialect } from './dialect.ts';

/** Like `newId`, made by the database, for statements that insert many rows. */
export const randomId = (dialect: Dialect): RawBuilder<string> =>
  dialect.pick({
    sqlite: sql<string>`lower(hex(randomblob(16)))`,
    // Two thirds of a UUID are random.
    postgres: sql<string>`substr(replace(cast(gen_random_uuid() as text), '-', ''), 1, 12)
      || substr(replace(cast(gen_random_uuid() as text), '-', ''), 1, 12)
      || substr(replace(cast(gen_random_uuid() as text), '-', ''), 1, 8)`,
  });
