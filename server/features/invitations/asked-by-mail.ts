import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Schema } from '../../platform/db/schema/schema.ts';
import { emailKey } from '../../platform/text/fold.ts';
import { hashOf, newId } from '../../platform/text/ids.ts';

/** Questions are kept this long after they expired, in milliseconds. */
const keptForMs = 30 * 24 * 60 * 60_000;

const hashPrefix = 'hash ';

/** Replaces the address of a question that was answered with 'stop', so that the address is still not asked again. */
export const hashedAddress = (email: string): string => hashPrefix + hashOf(email);

type Filter = (e: ExpressionBuilder<Schema, 'mailbox_invitations'>) => Expression<SqlBool>;

/**
 * 'Stop' looks like no answer, so that nobody learns of it (MAILBOX-2). So does a question that ended because a member was
 * removed or blocked: its disappearance would tell that the address is theirs (MAILBOX-4).
 */
export const isUnanswered: Filter = (e) =>
  e.or([e('answer', 'is', null), e('answer', 'in', ['stop', 'removed'])]);

/**
 * A withdrawn 'stop' goes on as the hash of its address, so that the address is not asked again. The question itself is
 * withdrawn as any other: asked again, it must look the same (MAILBOX-2).
 */
const keepStop = async ({ q }: Tx, id: number): Promise<void> => {
  const { id: _, ...stopped } = await q
    .selectFrom('mailbox_invitations')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await q
    .insertInto('mailbox_invitations')
    .values({
      ...stopped,
      public_id: newId(),
      email: hashedAddress(stopped.email),
      first_name: '',
      last_name: '',
      expires_at: Date.now(),
    })
    .execute();
};

/** Withdraws an unanswered question: its mail then opens nothing. */
export const withdrawQuestion = async (
  tx: Tx,
  { id, answer }: { id: number; answer: string | null },
): Promise<void> => {
  if (answer === 'stop') await keepStop(tx, id);
  await tx.q.updateTable('mailbox_invitations').set({ answer: 'withdrawn' }).where('id', '=', id).execute();
};

/** Deletes questions. Of those that were answered with 'stop', the hash of the address stays (MAILBOX-75). */
const forget = async ({ q }: Tx, filter: Filter): Promise<void> => {
  await q
    .deleteFrom('mailbox_invitations')
    .where(filter)
    .where((e) => e.or([e('answer', 'is', null), e('answer', '!=', 'stop')]))
    .execute();
  const stopped = await q
    .selectFrom('mailbox_invitations')
    .select(['id', 'email'])
    .where(filter)
    .where('answer', '=', 'stop')
    .where('email', 'not like', `${hashPrefix}%`)
    .execute();
  for (const { id, email } of stopped)
    await q
      .updateTable('mailbox_invitations')
      .set({ email: hashedAddress(email), first_name: '', last_name: '' })
      .where('id', '=', id)
      .execute();
};

/**
 * When an account ends, deletes its address from answered and expired questions. Unanswered ones and those answered with
 * 'stop' stay until they expire, as their asker sees them: the asker must not learn of an account or a 'stop'.
 */
export const forgetAsked = (tx: Tx, email: string): Promise<void> =>
  forget(tx, (e) =>
    e.and([
      e('email', '=', emailKey(email)),
      e.or([e('answer', '=', 'yes'), e('expires_at', '<=', Date.now())]),
    ]),
  );

export const sweepAsked = (tx: Tx): Promise<void> =>
  forget(tx, (e) => e('expires_at', '<', Date.now() - keptForMs));
