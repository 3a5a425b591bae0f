import { sql } from 'kysely';
import { seesArchive } from '../../access/rules/sees-archives.ts';
import type { AppContext } from '../../app-context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { withdrawNews } from '../notifications/notify.ts';
import { archiveNews } from './state.ts';
import { removeArchiveFiles } from './volumes.ts';

/** Rows that one transaction deletes. */
const rowsAtOnce = 2_000;

// Its member sees less than the archive holds, or its time is over.
const endUnseen = async ({ q }: Tx): Promise<void> => {
  await sql`
    update archives set status = 'ended'
    where id in (select a.id from archives a where a.status <> 'ended' and not ${seesArchive('a')} limit 200)`.execute(
    q,
  );
};

const findEnded = async ({ db }: Pick<AppContext, 'db'>) =>
  db.read
    .selectFrom('archives')
    .select(['id', 'user_id', 'circle_id'])
    .where('status', '=', 'ended')
    .orderBy('id')
    .limit(200)
    .execute();

const deleteSome = (
  tx: Tx,
  table: 'archive_photos' | 'archive_posts',
  key: 'day_key' | 'post_id',
  archive: number,
) =>
  sql<{ id: number }>`
    delete from ${sql.table(table)} where archive_id = ${archive} and ${sql.ref(key)} in (
      select ${sql.ref(key)} from ${sql.table(table)} where archive_id = ${archive} limit ${rowsAtOnce})
    returning archive_id as id`.execute(tx.q);

/** Ends archives that their members may not have any more, and deletes the rows and files of ended ones. */
export const sweepArchives = async (context: Pick<AppContext, 'db' | 'storage'>): Promise<void> => {
  const { db, storage } = context;
  await db.write(endUnseen);
  for (const { id, user_id: member, circle_id: circle } of await findEnded(context)) {
    for (let isEmpty = false; !isEmpty; ) {
      isEmpty = await db.write(async (tx) => {
        const photos = await deleteSome(tx, 'archive_photos', 'day_key', id);
        const posts = await deleteSome(tx, 'archive_posts', 'post_id', id);
        return photos.rows.length + posts.rows.length === 0;
      });
    }
    await db.write(async (tx) => {
      const open = await tx.q
        .selectFrom('archives')
        .select('id')
        .where('user_id', '=', member)
        .where('circle_id', '=', circle)
        .where('status', '<>', 'ended')
        .executeTakeFirst();
      // The notification is about the newest archive of the circle.
      if (!open) await withdrawNews(tx, member, archiveNews(circle));
      await tx.q.deleteFrom('archives').where('id', '=', id).execute();
    });
  }
  const leftovers = await db.read.selectFrom('archive_leftovers').select('public_id').limit(200).execute();
  for (const { public_id: publicId } of leftovers) {
    await removeArchiveFiles(storage, publicId);
    await db.write(({ q }) => q.deleteFrom('archive_leftovers').where('public_id', '=', publicId).execute());
  }
};
