import { sql } from 'kysely';
import type * as contract from '../../../contract/notifications.ts';
import type { Output } from '../../../contract/endpoint.ts';
import { limits } from '../../../contract/limits.ts';
import { readPerson, selectPerson, time } from '../../access/present.ts';
import { column, key, type Ref, seesNotification } from '../../access/sees.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { House } from '../../house.ts';
import { type Database, hot } from '../../platform/db/database.ts';
import { missing } from '../../platform/problem.ts';
import { en } from '../../words/en.ts';
import { isKind, wordsOf } from './kinds.ts';

const isVisible = (viewer: Ref) =>
  seesNotification(viewer, {
    reader: column('n.user_id'),
    actor: column('n.actor_id'),
    post: column('n.post_id'),
    comment: column('n.comment_id'),
    circle: column('n.circle_id'),
    invitation: column('n.invitation_id'),
  });

const unreadCount = hot<{ viewer: number }, { count: number }>({
  name: 'unread_count',
  parameters: ['viewer'],
  text: ({ viewer }) => sql`
    select count(*) as count from (
      select 1 as one from notifications n
      where n.user_id = ${viewer} and n.is_read = 0 and ${isVisible(viewer)} limit 10) unread`,
});

/** How many notifications are unread, counted up to 10 (the badge says '9+'). */
export const countUnread = async (db: Database, viewer: Viewer): Promise<{ count: number }> => {
  const [row] = await db.run(unreadCount, { viewer: viewer.id });
  return { count: row?.count ?? 0 };
};

interface Row {
  id: number;
  public_id: string;
  kind: string;
  is_read: number;
  created_at: number;
  actor: string | null;
  post: string | null;
  likes: number | null;
  circle: string | null;
  circle_name: string | null;
  invitation: string | null;
}

/** A page of the viewer's notifications, newest first; each only while its object is visible (2.17). */
export const listNotifications = async (
  { db, cursors }: House,
  viewer: Viewer,
  input: { cursor?: string | undefined; limit?: number | undefined },
): Promise<Output<typeof contract.list>> => {
  const size = input.limit ?? limits.pageDefault;
  const [at, id] = input.cursor ? cursors.open('notifications', input.cursor) : [];
  const after = at === undefined || id === undefined ? sql`` : sql`and (n.created_at, n.id) < (${at}, ${id})`;
  const me = key(viewer.id);
  const { rows } = await sql<Row>`
    select n.id, n.public_id, n.kind, n.is_read, n.created_at,
      case when a.id is not null then ${selectPerson(me, 'a')} end as actor,
      p.public_id as post, p.likes_count as likes,
      coalesce(c.public_id, invited.public_id) as circle, coalesce(c.name, invited.name) as circle_name,
      i.public_id as invitation
    from notifications n
    left join users a on a.id = n.actor_id
    left join posts p on p.id = n.post_id
    left join circles c on c.id = n.circle_id
    left join invitations i on i.id = n.invitation_id
    left join circles invited on invited.id = i.circle_id and invited.kind = 'shared'
      and invited.owner_id = i.inviter_id
    where n.user_id = ${viewer.id} and ${isVisible(me)} ${after}
    order by n.created_at desc, n.id desc limit ${size + 1}`.execute(db.read);
  const page = rows.slice(0, size);
  const last = rows.length > size ? page.at(-1) : undefined;
  return {
    items: page.flatMap((row) => {
      if (!isKind(row.kind)) return [];
      const actor = row.actor === null ? null : readPerson(row.actor);
      const words = wordsOf({
        kind: row.kind,
        actorId: actor?.id ?? null,
        actorName: actor
          ? `${actor.firstName} ${actor.lastName}`.trim() || actor.username || en.someone
          : en.someone,
        postId: row.post,
        circleId: row.circle,
        circleName: row.circle_name,
        invitationId: row.invitation,
        others: Math.max(0, (row.likes ?? 1) - 1),
      });
      return [
        {
          id: row.public_id,
          kind: row.kind,
          actor,
          isRead: row.is_read === 1,
          createdAt: time(row.created_at),
          ...words,
        },
      ];
    }),
    nextCursor: last ? cursors.seal('notifications', last.created_at, last.id) : null,
  };
};

/** @throws missing for a notification of somebody else, or whose object is out of sight */
export const markRead = async (db: Database, viewer: Viewer, publicId: string): Promise<void> => {
  await db.write(async ({ q }) => {
    const { rows } = await sql`
      update notifications set is_read = 1 where id in (
        select n.id from notifications n where n.public_id = ${publicId} and ${isVisible(key(viewer.id))})
      returning id`.execute(q);
    if (rows.length === 0) throw missing();
  });
};

export const markAllRead = async (db: Database, viewer: Viewer): Promise<void> => {
  await db.write(({ q }) =>
    q
      .updateTable('notifications')
      .set({ is_read: 1 })
      .where('user_id', '=', viewer.id)
      .where('is_read', '=', 0)
      .execute(),
  );
};

/** @throws missing for a notification of somebody else, or whose object is out of sight */
export const removeNotification = async (db: Database, viewer: Viewer, publicId: string): Promise<void> => {
  await db.write(async ({ q }) => {
    const { rows } = await sql`
      delete from notifications where id in (
        select n.id from notifications n where n.public_id = ${publicId} and ${isVisible(key(viewer.id))})
      returning id`.execute(q);
    if (rows.length === 0) throw missing();
  });
};
