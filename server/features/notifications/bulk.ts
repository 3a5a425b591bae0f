// Parts of statements that notify many members: `n` is a notification, `chosen` its reader's choice of channels.
import { type RawBuilder, sql } from 'kysely';
import type { Choice, ChosenKind } from '../../../contract/notifications.ts';
import type { Tx } from '../../platform/db/database.ts';
import { publish } from '../../platform/events/hub.ts';
import { insertIntoJobs } from '../../platform/jobs/insert.ts';
import { defaults } from './kinds.ts';

/** Joins a member's choice of channels for a kind as `chosen`. */
export const joinChoice = (kind: ChosenKind, member: RawBuilder<unknown>) => sql`
  left join notification_preferences chosen on chosen.user_id = ${member} and chosen.kind = ${sql.lit(kind)}`;

/** Whether the member of `joinChoice` wants notifications of the kind in a channel, by choice or by default. */
export const wantsChannel = (kind: ChosenKind, channel: keyof Choice): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${sql.ref(`chosen.${channel}`)}, ${sql.lit(defaults[kind][channel] ? 1 : 0)}) = 1`;

/**
 * Its reader has not looked at the row of `notifications` yet, so later events join it without another mail or push. Nobody can
 * look at one that is not in the bell.
 */
export const waitsForReader = sql<boolean>`(notifications.is_read = 0 and notifications.in_bell = 1)`;

/** The payload of the push of a notification. */
export const pushPayload = (now: RawBuilder<number>) =>
  sql`'{"notification":' || n.id || ',"at":' || cast(${now} as bigint) || '}'`;

export const hasPushSubscription = sql<boolean>`exists (
  select 1 from push_subscriptions s where s.user_id = n.user_id)`;

interface Fresh {
  /** The tables, with the notifications `n`. */
  from: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
  /** In epoch ms. */
  now: RawBuilder<number>;
}

/** Queues mails and pushes of notifications for readers who want them. */
export const insertMailsAndPushes = (kind: ChosenKind, { from, where, now }: Fresh): RawBuilder<never> => {
  const jobs = (job: string, payload: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`
    select ${sql.lit(job)}, ${payload}, n.user_id, cast(${now} as bigint), cast(${now} as bigint)
    from ${from} ${joinChoice(kind, sql`n.user_id`)} where ${where} and ${condition}`;
  return insertIntoJobs(sql`
    ${jobs('notification-mail', sql`cast(n.id as text)`, wantsChannel(kind, 'email'))}
    union all
    ${jobs('push', pushPayload(now), sql`${wantsChannel(kind, 'push')} and ${hasPushSubscription}`)}`);
};

/** Has the open pages of readers refetch their notifications, where these are in the bell. */
export const publishToBells = async (
  tx: Tx,
  notified: readonly { user_id: number; public_id: string; in_bell: 0 | 1 }[],
): Promise<void> => {
  const [first] = notified;
  const members = notified.filter((row) => row.in_bell === 1).map((row) => row.user_id);
  if (first && members.length > 0)
    await publish(tx, { kind: 'notification', id: first.public_id, to: { members } });
};
