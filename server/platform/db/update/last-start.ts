import { newId } from '../../text/ids.ts';
import type { Database, Queries } from '../database.ts';

const key = 'last-start';

/** Notes that a server is about to listen: from now on people may be promised what they write. */
export const noteStart = (db: Database): Promise<void> =>
  db.write(async ({ q }) => {
    const value = newId();
    await q
      .insertInto('meta')
      .values({ key, value })
      .onConflict((clash) => clash.column('key').doUpdateSet({ value }))
      .execute();
  });

/** Differs after each start of a server; null before the first one. */
export const lastStart = async (q: Queries): Promise<string | null> => {
  const row = await q.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value ?? null;
};
