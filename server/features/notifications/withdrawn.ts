import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/db/database.ts';
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
}

/** Records that the actor took something back. With `restores`, doing it again brings the old notification back. */
export const rememberWithdrawn = async (
  { q }: Tx,
  { to, actor, group, restores }: Withdrawn & { restores: boolean },
): Promise<void> => {
  if (to === actor) return;
  const shown = await q
    .selectFrom('notifications')
    .select(['is_read', 'created_at'])
    .where('user_id', '=', to)
    .where('group_key', '=', group)
    .where('in_bell', '=', 1)
    .executeTakeFirst();
  const now = Date.now();
  const state = {
    is_read: restores && shown ? shown.is_read : null,
    notified_at: restores && shown ? shown.created_at : null,
    withdrawn_at: now,
  };
  await q
    .insertInto('withdrawn_news')
    .values({ user_id: to, actor_id: actor, group_key: group, ...state })
    .onConflict((conflict) => conflict.columns(['user_id', 'group_key', 'actor_id']).doUpdateSet(state))
    .execute();
};

/** Like `notify`, but skips what its actor took back less than an hour ago. */
export const notifyOnce = async (tx: Tx, news: News & { actor: number; group: string }): Promise<void> => {
  const earlier = await tx.q
    .deleteFrom('withdrawn_news')
    .where('user_id', '=', news.to)
    .where('group_key', '=', news.group)
    .where('actor_id', '=', news.actor)
    .where('withdrawn_at', '>', Date.now() - restorableMs)
    .returning(['is_read', 'notified_at'])
    .executeTakeFirst();
  if (!earlier) return notify(tx, news);
  if (earlier.is_read === null || earlier.notified_at === null) return;
  const restored = await tx.q
    .insertInto('notifications')
    .values({
      public_id: newId(),
      user_id: news.to,
      kind: news.kind,
      group_key: news.group,
      actor_id: news.actor,
      post_id: news.post ?? null,
      is_read: earlier.is_read,
      in_bell: 1,
      created_at: earlier.notified_at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('public_id')
    .executeTakeFirst();
  if (restored)
    await publish(tx, { kind: 'notification', id: restored.public_id, to: { members: [news.to] } });
};

export const sweepWithdrawn = (db: Database): Promise<void> =>
  db.write(async ({ q }) => {
    await sql`delete from withdrawn_news where withdrawn_at <= ${Date.now() - restorableMs}`.execute(q);
  });
