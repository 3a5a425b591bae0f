import { sql } from 'kysely';
import { apart, key } from '../../access/sees.ts';
import type { Tx } from '../../platform/db/database.ts';
import { publish } from '../../platform/events/hub.ts';
import { newId } from '../../platform/text/ids.ts';
import type { NotificationKind } from './kinds.ts';

interface News {
  kind: NotificationKind;
  /** Key of the member who is told. */
  to: number;
  /** Key of the member who did it; null when it was the operator. */
  actor: number | null;
  post?: number;
  comment?: number;
  circle?: number;
  invitation?: number;
  /** What is told once, however often it happens (several likes of one post), shares a key. */
  group?: string;
}

/**
 * Tells a member something: a row, and an event to their open pages. Nobody is told what they did themselves, and
 * nobody hears of somebody from whom a block keeps them apart (2.12).
 */
export const notify = async (tx: Tx, news: News): Promise<void> => {
  const { actor } = news;
  if (actor === news.to) return;
  if (actor !== null) {
    const { rows } = await sql`select 1 where ${apart(key(actor), key(news.to))}`.execute(tx.q);
    if (rows.length > 0) return;
  }
  const publicId = newId();
  const now = Date.now();
  const told = await tx.q
    .insertInto('notifications')
    .values({
      public_id: publicId,
      user_id: news.to,
      kind: news.kind,
      group_key: news.group ?? publicId,
      actor_id: actor,
      post_id: news.post ?? null,
      comment_id: news.comment ?? null,
      circle_id: news.circle ?? null,
      invitation_id: news.invitation ?? null,
      is_read: 0,
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'group_key']).doUpdateSet({
        actor_id: actor,
        is_read: 0,
        created_at: now,
        public_id: sql`notifications.public_id`,
      }),
    )
    .returning('public_id')
    .executeTakeFirstOrThrow();
  await publish(tx, { kind: 'notification', id: told.public_id, to: { members: [news.to] } });
};

/** Names another actor in what was told under a group key, without telling it anew. */
export const renameNews = async (tx: Tx, to: number, group: string, actor: number): Promise<void> => {
  await tx.q
    .updateTable('notifications')
    .set({ actor_id: actor })
    .where('user_id', '=', to)
    .where('group_key', '=', group)
    .execute();
};

/** Takes back what was told under a group key, when it no longer holds (a like was withdrawn by the last one). */
export const withdrawNews = async (tx: Tx, to: number, group: string): Promise<void> => {
  const gone = await tx.q
    .deleteFrom('notifications')
    .where('user_id', '=', to)
    .where('group_key', '=', group)
    .returning('public_id')
    .executeTakeFirst();
  if (gone) await publish(tx, { kind: 'notification', id: gone.public_id, to: { members: [to] } });
};
