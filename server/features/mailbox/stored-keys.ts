import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AppContext } from '../../app-context.ts';
import { withoutKeys } from '../../platform/mail/without-keys.ts';

/** The row of `meta` that says that this was done. */
const mark = 'stored-keys-removed';
const readTogether = 100;
/** Replaces a text that consisted only of keys: a comment may not be empty. */
const nothingLeft = '…';

/** Removes keys of letters from moments and comments of earlier versions, which did not check them (MAILBOX-57). */
export const removeStoredKeys = async ({
  db,
  replyKeys,
}: Pick<AppContext, 'db' | 'replyKeys'>): Promise<void> => {
  const done = await db.read.selectFrom('meta').select('key').where('key', '=', mark).executeTakeFirst();
  if (done) return;
  for (const table of ['posts', 'comments'] as const) {
    for (let last = 0; ; ) {
      const rows = await db.read
        .selectFrom(table)
        .select(['id', 'content'])
        .where('id', '>', last)
        .orderBy('id')
        .limit(readTogether)
        .execute();
      for (const { id, content } of rows) {
        const kept = withoutKeys(replyKeys, content);
        if (kept !== content)
          await db.write(({ q }) =>
            q
              .updateTable(table)
              .set({ content: kept || nothingLeft })
              .where('id', '=', id)
              .where('content', '=', content)
              .execute(),
          );
        last = id;
        await nextTurn();
      }
      if (rows.length < readTogether) break;
    }
  }
  await db.write(({ q }) =>
    q
      .insertInto('meta')
      .values({ key: mark, value: 'true' })
      .onConflict((on) => on.doNothing())
      .execute(),
  );
};
