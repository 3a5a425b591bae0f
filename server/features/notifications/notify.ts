import { sql } from 'kysely';
import { isBlockedBetween, isMuted, bind } from '../../access/sees.ts';
import type { Tx } from '../../platform/db/database.ts';
import { publish } from '../../platform/events/hub.ts';
import { newId } from '../../platform/text/ids.ts';
import {
  alwaysInBell,
  alwaysMailed,
  type Choice,
  mailedOtherwise,
  type NotificationKind,
} from '../../../contract/notifications.ts';
import { insertJob } from '../../platform/jobs/jobs.ts';
import { defaults } from './kinds.ts';

export interface News {
  kind: NotificationKind;
  /** Key of the member to notify. */
  to: number;
  /** Key of the member who did it; null when it was the operator. */
  actor: number | null;
  post?: number;
  comment?: number;
  circle?: number;
  invitation?: number;
  /** Extra text that is no object of ours. */
  detail?: string;
  /** Groups repeated events, such as several likes of one post, into one notification. */
  group?: string;
}

interface Answer {
  parted: number | boolean;
  bell: number | null;
  email: number | null;
  push: number | null;
  browsers: number;
}

// Reads blocks between the two and the reader's choice in one statement. A muted member's like must not replace other
// members' likes of the same moment. A muted member's comment gets its own row, which `seesNotification` hides until
// the reader unmutes them.
const ask = async (tx: Tx, { kind, to, actor }: News): Promise<Choice> => {
  const isHidden = (by: number) =>
    kind === 'like'
      ? sql`${isBlockedBetween(bind(by), bind(to))} or ${isMuted(bind(to), bind(by))}`
      : isBlockedBetween(bind(by), bind(to));
  const parted = actor === null ? sql`0` : sql`case when ${isHidden(actor)} then 1 else 0 end`;
  const { rows } = await sql<Answer>`
    select ${parted} as parted, chosen.bell, chosen.email, chosen.push,
      case when exists (select 1 from push_subscriptions s where s.user_id = u.id) then 1 else 0 end as browsers
    from users u
    left join notification_preferences chosen on chosen.user_id = u.id and chosen.kind = ${kind}
    where u.id = ${to}`.execute(tx.q);
  const [row] = rows;
  if (!row || Number(row.parted) === 1) return { bell: false, email: false, push: false };
  const { bell, email, push } = defaults[kind];
  return {
    // Members who switched these kinds off when that was still possible are notified anyway.
    bell: alwaysInBell.includes(kind) || (row.bell === null ? bell : row.bell === 1),
    email:
      alwaysMailed.includes(kind) ||
      (!mailedOtherwise.includes(kind) && (row.email === null ? email : row.email === 1)),
    push: row.browsers === 1 && (row.push === null ? push : row.push === 1),
  };
};

/**
 * Notifies a member through the channels that they chose for the kind: a row and an event for their open pages, a
 * mail, a push. A member's own actions do not notify them (NOTIFY-2), nor do actions of a member blocked in either
 * direction (BLOCK-2).
 */
export const notify = async (tx: Tx, news: News): Promise<void> => {
  const { actor } = news;
  if (actor === news.to) return;
  const { bell, email, push } = await ask(tx, news);
  if (!bell && !email && !push) return;
  const publicId = newId();
  const now = Date.now();
  const group = news.group ?? publicId;
  // A repeated event sends no second mail or push before the reader has looked.
  const waits =
    (email || push) &&
    news.group !== undefined &&
    (await tx.q
      .selectFrom('notifications')
      .select('id')
      .where('user_id', '=', news.to)
      .where('group_key', '=', group)
      .where('is_read', '=', 0)
      .executeTakeFirst());
  const told = await tx.q
    .insertInto('notifications')
    .values({
      public_id: publicId,
      user_id: news.to,
      kind: news.kind,
      group_key: group,
      actor_id: actor,
      post_id: news.post ?? null,
      comment_id: news.comment ?? null,
      circle_id: news.circle ?? null,
      invitation_id: news.invitation ?? null,
      detail: news.detail ?? null,
      is_read: 0,
      in_bell: bell ? 1 : 0,
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'group_key']).doUpdateSet({
        actor_id: actor,
        is_read: 0,
        in_bell: bell ? 1 : 0,
        created_at: now,
        public_id: sql`notifications.public_id`,
      }),
    )
    .returning(['id', 'public_id'])
    .executeTakeFirstOrThrow();
  if (email && !waits) {
    const kind = alwaysMailed.includes(news.kind) ? 'account-notice' : 'notification-mail';
    await insertJob(tx, { kind, payload: told.id, userId: news.to });
  }
  if (push && !waits) {
    await insertJob(tx, { kind: 'push', payload: { notification: told.id, at: now }, userId: news.to });
  }
  // Events without an actor, such as a decision, refresh an open page immediately, even if the bell is off for them.
  if (bell || actor === null)
    await publish(tx, { kind: 'notification', id: told.public_id, to: { members: [news.to] } });
};

/** Replaces the actor of a grouped notification without notifying again. */
export const setNotificationActor = async (
  tx: Tx,
  to: number,
  group: string,
  actor: number,
): Promise<void> => {
  await tx.q
    .updateTable('notifications')
    .set({ actor_id: actor })
    .where('user_id', '=', to)
    .where('group_key', '=', group)
    .execute();
};

/** Deletes a grouped notification that no longer applies, such as when the last like was taken back. */
export const withdrawNews = async (tx: Tx, to: number, group: string): Promise<void> => {
  const gone = await tx.q
    .deleteFrom('notifications')
    .where('user_id', '=', to)
    .where('group_key', '=', group)
    .returning('public_id')
    .executeTakeFirst();
  if (gone) await publish(tx, { kind: 'notification', id: gone.public_id, to: { members: [to] } });
};

/** The notification of an invitation is deleted with it, so its reader's bell refetches. */
export const removeInvitationNotification = async (
  tx: Tx,
  inviter: number,
  invitation: string,
): Promise<void> => {
  const told = await tx.q
    .selectFrom('notifications as n')
    .innerJoin('invitations as i', 'i.id', 'n.invitation_id')
    .select('n.user_id')
    .where('i.public_id', '=', invitation)
    .where('i.inviter_id', '=', inviter)
    .execute();
  const members = told.map(({ user_id: id }) => id);
  if (members.length > 0) await publish(tx, { kind: 'notification', id: invitation, to: { members } });
};
