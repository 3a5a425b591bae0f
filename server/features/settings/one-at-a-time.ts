import { setTimeout as wait } from 'node:timers/promises';
import { messages } from '../../../contract/errors/errors.ts';
import type { AppContext } from '../../app-context.ts';
import { settingRow } from '../../platform/db/secrets.ts';
import { conflict } from '../../platform/problem.ts';

const key = settingRow('try');
/** Milliseconds for a try. What a server says now and then would keep it going. */
const patience = 100_000;
/** A process that ended during a try leaves its row behind. */
const longest = 3 * 60_000;

/** Does one thing at a time, on whichever node. @throws conflict while another one is under way */
export const oneAtATime = async <T>({ db }: Pick<AppContext, 'db'>, work: () => Promise<T>): Promise<T> => {
  const until = String(Date.now() + longest);
  await db.write(async ({ q }) => {
    await q
      .insertInto('meta')
      .values({ key, value: '0' })
      .onConflict((on) => on.doNothing())
      .execute();
    const { numUpdatedRows } = await q
      .updateTable('meta')
      .set({ value: until })
      .where('key', '=', key)
      // Compared as text: epoch milliseconds have 13 digits until the year 2286.
      .where('value', '<', String(Date.now()))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw conflict(messages.tryRuns);
  });
  try {
    return await Promise.race([
      work(),
      wait(patience, undefined, { ref: false }).then(() => Promise.reject(conflict(messages.tryTookTooLong))),
    ]);
  } finally {
    await db.write(({ q }) =>
      q.deleteFrom('meta').where('key', '=', key).where('value', '=', until).execute(),
    );
  }
};
