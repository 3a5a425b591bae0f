import { sql } from 'kysely';
import { bind, col, isBlockedBetween, isMuted, seesPerson } from '../../access/rules/sees.ts';
import { onlyRow, prepared, type Tx } from '../../platform/db/database.ts';
import { publish } from '../../platform/events/hub.ts';
import { newId } from '../../platform/text/ids.ts';
import {
  alwaysInBell,
  alwaysMailed,
  type Choice,
  mailedOtherwise,
  type ChosenKind,
} from '../../../contract/notifications.ts';
import { insertJob } from '../../platform/jobs/insert.ts';
import { waitsForReader } from './bulk.ts';
import { defaults } from './kinds.ts';

/** Decisions of administrators about the member. Their mails have no link. */
const aboutOneself: readonly ChosenKind[] = ['warning', 'content_removed'];

export interface News {
  kind: ChosenKind;
  /** Key of the member to notify. */
  to: number;
  /** Key of the member who did it; null when it was the operator. */
  actor: number | null;
  post?: number;
  comment?: number;
  circle?: number;
  invitation?: number;
  question?: number;
  /** Extra text that is no object of ours. */
  detail?: string;
  /** Groups repeated events, such as several likes of one post, into one notification. */
  group?: string;
}

interface Answer {
  parted: number;
  by_letter: number;
  bell: number | null;
  email: number | null;
  push: number | null;
  browsers: number;
}

// Reads blocks between the two and the reader's choice in one statement. A muted member's like must not replace other
// members' likes of the same moment. A muted member's comment gets its own row, which `seesNotification` hides until
// the reader unmutes them.
const selectChoice = prepared<{ kind: ChosenKind; to: number; actor: number }, Answer>({
  name: 'select_choice',
  parameters: ['kind', 'to', 'actor'],
  text: ({ kind, to, actor }) => sql`
    select case when (${kind} <> 'admin_acted' and ${isBlockedBetween(actor, to)}) or (${kind} = 'like' and ${isMuted(to, actor)})
        then 1 else 0 end as parted, u.by_letter,
      chosen.bell, chosen.email, chosen.push,
      case when exists (select 1 from push_subscriptions s where s.user_id = u.id) then 1 else 0 end as browsers
    from users u
    left join notification_preferences chosen on chosen.user_id = u.id and chosen.kind = ${kind}
    where u.id = ${to}`,
});

// Locks the row: of two events that are written together, the second must see what the first made of it.
const selectEarlier = prepared<{ to: number; group: string }, { waits: number }>({
  name: 'select_earlier_notification',
  parameters: ['to', 'group'],
  text: ({ to, group }, dialect) => sql`
    select case when ${waitsForReader} then 1 else 0 end as waits from notifications where user_id = ${to} and group_key = ${group}
    ${dialect.pick({ sqlite: sql``, postgres: sql`for no key update` })}`,
});

type NotificationRow = {
  publicId: string;
  to: number;
  kind: ChosenKind;
  group: string;
  actor: number | null;
  post: number | null;
  comment: number | null;
  circle: number | null;
  invitation: number | null;
  question: number | null;
  detail: string | null;
  bell: number;
  now: number;
};

// A row that was inserted, and not updated, has no transaction that locked or replaced it. SQLite has one writer.
const isInserted = ({ pick }: Pick<Tx['dialect'], 'pick'>) =>
  pick({ sqlite: sql`1`, postgres: sql`case when notifications.xmax = 0 then 1 else 0 end` });

const upsertNotification = prepared<NotificationRow, { id: number; public_id: string; is_new: number }>({
  name: 'upsert_notification',
  parameters: [
    'publicId',
    'to',
    'kind',
    'group',
    'actor',
    'post',
    'comment',
    'circle',
    'invitation',
    'question',
    'detail',
    'bell',
    'now',
  ],
  text: (p, dialect) => sql`
    insert into notifications (public_id, user_id, kind, group_key, actor_id, post_id, comment_id, circle_id,
      invitation_id, question_id, detail, is_read, in_bell, created_at)
    values (${p.publicId}, ${p.to}, ${p.kind}, ${p.group}, ${p.actor}, ${p.post}, ${p.comment}, ${p.circle},
      ${p.invitation}, ${p.question}, ${p.detail}, 0, ${p.bell}, ${p.now})
    on conflict (user_id, group_key) do update
      set actor_id = excluded.actor_id, is_read = 0, in_bell = excluded.in_bell, created_at = excluded.created_at
    returning id, public_id, ${isInserted(dialect)} as is_new`,
});

const ask = async (tx: Tx, { kind, to, actor }: News): Promise<Choice> => {
  // No member has the key 0.
  const [row] = await tx.run(selectChoice, { kind, to, actor: actor ?? 0 });
  if (!row || row.parted === 1) return { bell: false, email: false, push: false };
  // Letters tell mailbox members everything but what concerns themselves.
  if (row.by_letter === 1) return { bell: false, email: aboutOneself.includes(kind), push: false };
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
 * mail, a push. A member's own actions do not notify them, nor do actions of a member blocked in either direction
 * (BLOCK-1).
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
  const mayWait = (email || push) && news.group !== undefined;
  const [earlier] = mayWait ? await tx.run(selectEarlier, { to: news.to, group }) : [];
  const told = onlyRow(
    await tx.run(upsertNotification, {
      publicId,
      to: news.to,
      kind: news.kind,
      group,
      actor,
      post: news.post ?? null,
      comment: news.comment ?? null,
      circle: news.circle ?? null,
      invitation: news.invitation ?? null,
      question: news.question ?? null,
      detail: news.detail ?? null,
      bell: bell ? 1 : 0,
      now,
    }),
  );
  // Without an earlier row, another event may have inserted one just now.
  const waits = mayWait && (earlier ? earlier.waits === 1 : told.is_new === 0);
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

/** The keys of the members who have a notification of the comment, such as the member it answers and the author of the moment. */
export const findNotified = async ({ q }: Tx, comment: number): Promise<Set<number>> => {
  const rows = await q
    .selectFrom('notifications')
    .select('user_id')
    .where('comment_id', '=', comment)
    .execute();
  return new Set(rows.map((row) => row.user_id));
};

const updateActor = prepared<{ to: number; group: string; actor: number }, never>({
  name: 'update_notification_actor',
  parameters: ['to', 'group', 'actor'],
  text: ({ to, group, actor }) => sql`
    update notifications set actor_id = ${actor} where user_id = ${to} and group_key = ${group}`,
});

/** Replaces the actor of a grouped notification without notifying again. */
export const setNotificationActor = async (
  tx: Tx,
  to: number,
  group: string,
  actor: number,
): Promise<void> => {
  await tx.run(updateActor, { to, group, actor });
};

const deleteNotification = prepared<{ to: number; group: string }, { public_id: string }>({
  name: 'delete_notification',
  parameters: ['to', 'group'],
  text: ({ to, group }) => sql`
    delete from notifications where user_id = ${to} and group_key = ${group} returning public_id`,
});

/** Deletes a grouped notification that no longer applies, such as when the last like was taken back. */
export const withdrawNews = async (tx: Tx, to: number, group: string): Promise<void> => {
  const [gone] = await tx.run(deleteNotification, { to, group });
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
    // A block or another end has taken it from the bell before.
    .where('i.withdrawn_at', 'is', null)
    .where(seesPerson(col('n.user_id'), bind(inviter)))
    .execute();
  const members = told.map(({ user_id: id }) => id);
  if (members.length > 0) await publish(tx, { kind: 'notification', id: invitation, to: { members } });
};
