import type { Queries } from '../platform/db/database.ts';
import { type Reader, readerOf } from '../words/reader.ts';

/** The language and time zone in which a member reads what is sent to them. */
export const findReader = async (q: Queries, userId: number): Promise<Reader> =>
  readerOf(
    await q
      .selectFrom('users')
      .select(['language', 'time_zone'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow(),
  );
