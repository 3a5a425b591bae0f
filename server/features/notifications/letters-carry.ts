import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Choice, ChosenKind } from '../../../contract/notifications.ts';
import { col, seesCircleById, seesPerson, type SqlRef } from '../../access/rules/sees.ts';
import type { AppContext } from '../../app-context.ts';
import { prepared, type Tx } from '../../platform/db/database.ts';
import { randomId } from '../../platform/db/random-id.ts';
import { insertJob } from '../../platform/jobs/insert.ts';
import { insertMailsAndPushes, joinChoice, publishToBells, waitsForReader, wantsChannel } from './bulk.ts';

const kind: ChosenKind = 'letters_carry_content';

const Change = z.object({ circle: z.number(), actor: z.number() });
type Change = z.infer<typeof Change>;

/**
 * Queues the notifications of a shared circle whose letters carry words and photos from now on: one job, however many
 * members it has.
 */
export const notifyLettersCarry = (tx: Tx, change: Change): Promise<void> =>
  insertJob(tx, { kind: 'tell-letters-carry', payload: change });

const wants = (channel: keyof Choice) => wantsChannel(kind, channel);
const groupOf = (circle: SqlRef) => sql`'letters-carry:' || cast(${circle} as bigint)`;

interface Told {
  user_id: number;
  public_id: string;
  in_bell: 0 | 1;
}

// One statement for all members. A member with an unread notification of an earlier change is not notified again.
const upsertAll = prepared<Change & { now: number }, Told>({
  name: 'notify_letters_carry',
  parameters: ['circle', 'actor', 'now'],
  text: ({ circle, actor, now }, dialect) => sql`
    insert into notifications (public_id, user_id, kind, group_key, actor_id, circle_id, is_read, in_bell, created_at)
    select ${randomId(dialect)}, m.user_id, ${sql.lit(kind)}, ${groupOf(circle)}, a.id, m.circle_id, 0,
      case when ${wants('bell')} then 1 else 0 end, ${now}
    from circle_members m join circles c on c.id = m.circle_id and c.letters_carry = 'content'
    join users a on a.id = ${actor} ${joinChoice(kind, sql`m.user_id`)}
    where m.circle_id = ${circle} and m.user_id <> a.id
      and not exists (select 1 from users mailbox where mailbox.id = m.user_id and mailbox.by_letter = 1)
      and ${seesCircleById(col('m.user_id'), col('m.circle_id'))}
      and ${seesPerson(col('m.user_id'), col('a.id'))}
      and (${wants('bell')} or ${wants('email')} or ${wants('push')})
    on conflict (user_id, group_key) do update set actor_id = excluded.actor_id, is_read = 0,
      in_bell = excluded.in_bell, created_at = excluded.created_at
    where not ${waitsForReader}
    returning user_id, public_id, in_bell`,
});

const queueMailsAndPushes = prepared<{ circle: number; now: number }, never>({
  name: 'queue_mails_and_pushes_of_letters_carry',
  parameters: ['circle', 'now'],
  text: ({ circle, now }) =>
    insertMailsAndPushes(kind, {
      from: sql`circle_members m join notifications n on n.user_id = m.user_id and n.group_key = ${groupOf(circle)}`,
      where: sql`m.circle_id = ${circle} and n.created_at = cast(${now} as bigint)`,
      now,
    }),
});

export const handleLettersCarry = ({ db, jobs }: AppContext): void => {
  jobs.handle('tell-letters-carry', async (payload, finish) => {
    const change = Change.parse(payload);
    await db.write(async (tx) => {
      await finish(tx);
      const now = Date.now();
      const told = await tx.run(upsertAll, { ...change, now });
      if (told.length === 0) return;
      await tx.run(queueMailsAndPushes, { circle: change.circle, now });
      jobs.wakeAfter(tx);
      await publishToBells(tx, told);
    });
  });
};
