import { sql } from 'kysely';
import type * as contract from '../../../contract/notifications.ts';
import type { Output } from '../../../contract/endpoint.ts';
import type { Notification } from '../../../contract/shapes.ts';
import { limits } from '../../../contract/limits.ts';
import { bind } from '../../access/rules/sees.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import { type Database, prepared, type Queries, type Tx } from '../../platform/db/database.ts';
import { publish } from '../../platform/events/hub.ts';
import { missing } from '../../platform/problem.ts';
import { alwaysDelivered } from './kinds.ts';
import { wordsFor } from '../../words/reader.ts';
import { isVisible, readNotification, selectNotifications } from './select.ts';
import { pageOf } from '../../platform/text/cursor.ts';

const unreadCount = prepared<{ viewer: number }, { count: number }>({
  name: 'unread_count',
  parameters: ['viewer'],
  text: ({ viewer }) => sql`
    select count(*) as count from (
      select 1 as one from notifications n
      where n.user_id = ${viewer} and n.is_read = 0 and n.in_bell = 1 and ${isVisible(viewer)} limit 10) unread`,
});

/** How many notifications are unread, counted up to 10 (the badge says '9+'). */
export const countUnread = async (db: Database, viewer: Viewer): Promise<{ count: number }> => {
  const [row] = await db.run(unreadCount, { viewer: viewer.id });
  return { count: row?.count ?? 0 };
};

/** A page of the viewer's notifications, newest first; each only while its object is visible (NOTIFY-1). */
export const listNotifications = async (
  { db, cursors }: Pick<AppContext, 'db' | 'cursors'>,
  viewer: Viewer,
  input: { cursor?: string | undefined; limit?: number | undefined },
): Promise<Output<typeof contract.list>> => {
  const size = input.limit ?? limits.pageDefault;
  const [at, id] = input.cursor ? cursors.open('notifications', input.cursor) : [];
  const after = at === undefined || id === undefined ? sql`` : sql`and (n.created_at, n.id) < (${at}, ${id})`;
  const me = bind(viewer.id);
  const { rows } = await selectNotifications(
    me,
    sql`where n.user_id = ${viewer.id} and n.in_bell = 1 and ${isVisible(me)} ${after}
      order by n.created_at desc, n.id desc limit ${size + 1}`,
  ).execute(db.read);
  const { page, nextCursor } = pageOf(rows, size, (last) =>
    cursors.seal('notifications', last.created_at, last.id),
  );
  const words = wordsFor(viewer);
  return {
    items: page.flatMap((row) => readNotification(words, row) ?? []),
    nextCursor,
  };
};

/** When the member was last notified of a sign-in from an unknown browser (epoch ms). */
export const lastSignInNotice = async (q: Queries, userId: number): Promise<number | null> => {
  const row = await q
    .selectFrom('notifications')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('kind', '=', alwaysDelivered)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  return row?.created_at ?? null;
};

/** Has the viewer's other pages refetch their bell. */
const publishToOwn = (tx: Tx, viewer: Viewer, id: string): Promise<void> =>
  publish(tx, { kind: 'notification', id, to: { members: [viewer.id] } });

/** @throws missing for another member's notification, or if its object is hidden */
export const markRead = async (db: Database, viewer: Viewer, publicId: string): Promise<void> => {
  await db.write(async (tx) => {
    const { rows } = await sql`
      update notifications set is_read = 1 where id in (
        select n.id from notifications n where n.public_id = ${publicId} and ${isVisible(bind(viewer.id))})
      returning id`.execute(tx.q);
    if (rows.length === 0) throw missing();
    await publishToOwn(tx, viewer, publicId);
  });
};

export const markAllRead = async (db: Database, viewer: Viewer): Promise<void> => {
  await db.write(async (tx) => {
    const { numUpdatedRows } = await tx.q
      .updateTable('notifications')
      .set({ is_read: 1 })
      .where('user_id', '=', viewer.id)
      .where('is_read', '=', 0)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await publishToOwn(tx, viewer, viewer.publicId);
  });
};

/** @throws missing for another member's notification, or if its object is hidden */
export const removeNotification = async (db: Database, viewer: Viewer, publicId: string): Promise<void> => {
  await db.write(async (tx) => {
    await publishToOwn(tx, viewer, publicId);
    // The mail may not be written yet, and later photos of an album notify once a day: the row only disappears from the bell,
    // and the sweep deletes it.
    const { rows: putAway } = await sql`
      update notifications set in_bell = 0, is_read = 1
      where public_id = ${publicId} and user_id = ${viewer.id} and in_bell = 1 and (kind = ${alwaysDelivered}
        or (kind = 'new_photos' and id in (select n.id from notifications n
          where n.public_id = ${publicId} and ${isVisible(bind(viewer.id))})))
      returning id`.execute(tx.q);
    if (putAway.length > 0) return;
    const { rows } = await sql`
      delete from notifications where id in (
        select n.id from notifications n where n.public_id = ${publicId} and n.kind not in (${alwaysDelivered}, 'new_photos')
          and ${isVisible(bind(viewer.id))})
      returning id`.execute(tx.q);
    if (rows.length === 0) throw missing();
  });
};

const day = 24 * 60 * 60_000;

/** Deletes rows that their reader deleted from the bell, and that stayed only until their mail was written. */
export const sweepPutAway = (db: Database): Promise<void> =>
  db.write(async ({ q }) => {
    await q
      .deleteFrom('notifications')
      .where('kind', 'in', [alwaysDelivered, 'new_photos'])
      .where('in_bell', '=', 0)
      .where('is_read', '=', 1)
      .where('created_at', '<', Date.now() - day)
      .execute();
  });

/** The entries of the bell. What they say contains words and photos of others, and is left out. */
export async function* ownNotifications(
  context: Pick<AppContext, 'db' | 'cursors'>,
  viewer: Viewer,
): AsyncGenerator<Omit<Notification, 'title' | 'message' | 'actionText' | 'quote' | 'photo'>> {
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = await listNotifications(context, viewer, { limit: limits.pageMax, cursor });
    for (const { title: _t, message: _m, actionText: _a, quote: _q, photo: _p, ...entry } of items)
      yield entry;
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}
