import { newToken } from '../text/ids.ts';
import type { Database } from './database.ts';

/** A secret of this installation, generated at its first use and shared by all nodes. */
export const secretOf = async (db: Database, name: string): Promise<string> => {
  const known = await db.read
    .selectFrom('meta')
    .select('value')
    .where('key', '=', `secret:${name}`)
    .executeTakeFirst();
  if (known) return known.value;
  return db.write(async ({ q }) => {
    await q
      .insertInto('meta')
      .values({ key: `secret:${name}`, value: newToken() })
      .onConflict((on) => on.doNothing())
      .execute();
    const { value } = await q
      .selectFrom('meta')
      .select('value')
      .where('key', '=', `secret:${name}`)
      .executeTakeFirstOrThrow();
    return value;
  });
};
