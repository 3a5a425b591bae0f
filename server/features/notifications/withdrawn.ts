import { sql } from 'kysely';
import { type Database, prepared, type Tx } from '../../platform/db/database.ts';
import { publish } from '../../platform/events/hub.ts';
import { newId } from '../../platform/text/ids.ts';
import { type News, notify } from './notify.ts';

/** Milliseconds within which something taken back and done again notifies nobody a second time. */
const restorableMs = 60 * 60_000;

interface Withdrawn {
  /** Keys of the reader and of the member who took it back. */
  to: number;
  actor: number;
  group: string;
  /** Distinguishes several actions of one member in the group. Default: the group. */
  action?: string | undefined;
}

type Ref = { to: number; group: string; actor: number };

const selectShown = prepared<{ to: number; group: string }, { is_read: 0 | 1; created_at: number }>({
  name: 'select_shown_notification',
  parameters: ['to', 'group'],
  text: ({ to, group }) => sql`
    select is_read, created_at from notifications where user_id = ${to} and group_key = ${group} and in_bell = 1`,
});

const upsertWithdrawn = prepared<
  Ref & { isRead: number | null; notifiedAt: number | null; now: number },
  never
>({
  name: 'upsert_withdrawn_news',
  parameters: ['to', 'group', 'actor', 'isRead', 'notifiedAt', 'now'],
  text: ({ to, group, actor, isRead, notifiedAt, now }) => sql`
    insert into withdrawn_news (user_id, actor_id, group_key, is_read, notified_at, withdrawn_at)
    values (${to}, ${actor}, ${group}, ${isRead}, ${notifiedAt}, ${now})
    on conflict (user_id, group_key, actor_id) do update set is_read = excluded.is_read,
      notified_at = excluded.notified_at, withdrawn_at = excluded.withdrawn_at`,
});

const deleteWithdrawn = prepared<
  Ref & { after: number },
  { is_read: number | null; notified_at: number | null }
>({
  name: 'delete_withdrawn_news',
  parameters: ['to', 'group', 'actor', 'after'],
  text: ({ to, group, actor, after }) => sql`
    delete from withdrawn_news
    where user_id = ${to} and group_key = ${group} and actor_id = ${actor} and withdrawn_at > ${after}
    returning is_read, notified_at`,
});

const restoreNotification = prepared<
  Ref & {
    publicId: string;
    kind: string;
    post: number | null;
    comment: number | null;
    isRead: number;
    notifiedAt: number;
  },
  { public_id: string }
>({
  name: 'restore_notification',
  parameters: ['publicId', 'to', 'kind', 'group', 'actor', 'post', 'comment', 'isRead', 'notifiedAt'],
  text: ({ publicId, to, kind, group, actor, post, comment, isRead, notifiedAt }) => sql`
    insert into notifications (public_id, user_id, kind, group_key, actor_id, post_id, comment_id, is_read, in_bell, created_at)
    values (${publicId}, ${to}, ${kind}, ${group}, ${actor}, ${post}, ${comment}, ${isRead}, 1, ${notifiedAt})
    on conflict do nothing returning public_id`,
});

/** Records that the actor took something back. With `restores`, doing it again brings the old notification back. */
export const rememberWithdrawn = async (
  tx: Tx,
  { to, actor, group, action = group, restores }: Withdrawn & { restores: boolean },
): Promise<void> => {
  if (to === actor) return;
  const [shown] = restores ? await tx.run(selectShown, { to, group }) : [];
  await tx.run(upsertWithdrawn, {
    to,
    group: action,
    actor,
    isRead: shown?.is_read ?? null,
    notifiedAt: shown?.created_at ?? null,
    now: Date.now(),
  });
};

/** Like `notify`, but skips what its actor took back less than an hour ago. */
export const notifyOnce = async (tx: Tx, { action, ...news }: News & Withdrawn): Promise<void> => {
  const { to, group, actor } = news;
  const [earlier] = await tx.run(deleteWithdrawn, {
    to,
    group: action ?? group,
    actor,
    after: Date.now() - restorableMs,
  });
  if (!earlier) return notify(tx, news);
  if (earlier.is_read === null || earlier.notified_at === null) return;
  const [restored] = await tx.run(restoreNotification, {
    publicId: newId(),
    to,
    kind: news.kind,
    group,
    actor,
    post: news.post ?? null,
    comment: news.comment ?? null,
    isRead: earlier.is_read,
    notifiedAt: earlier.notified_at,
  });
  if (restored) await publish(tx, { kind: 'notification', id: restored.public_id, to: { members: [to] } });
};

export const sweepWithdrawn = (db: Database): Promise<void> =>
  db.write(async ({ q }) => {
    await sql`delete from withdrawn_news where withdrawn_at <= ${Date.now() - restorableMs}`.execute(q);
  });
