import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import { messages } from '../../../contract/errors.ts';
import type { Plan } from '../../../contract/payments.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { House } from '../../house.ts';
import type { Queries, Tx } from '../../platform/db/database.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { conflict, Problem } from '../../platform/problem.ts';
import { hashOf, newId, newToken } from '../../platform/text/ids.ts';
import { recordAct } from '../audit/record.ts';
import { notify } from '../notifications/notify.ts';

/**
 * One act of payment: what somebody meant by pressing 'Pay' once, however often it then reaches us. Its row, with the
 * idempotency key for the provider, is there before the provider is asked.
 */
export interface Act {
  id: number;
  publicId: string;
  userId: number;
  kind: 'donation' | 'subscription';
  plan: Plan | null;
  /** In cents. */
  amount: number;
  state: 'created' | 'unknown' | 'succeeded' | 'failed';
  failure: string | null;
  key: string;
  tokenHash: string | null;
  squareSubscriptionId: string | null;
  createdAt: number;
}

export interface Wish {
  kind: Act['kind'];
  plan: Plan | null;
  amount: number;
  token: string;
  /** The client's key for this act; null when it sent none, and the token alone makes it one. */
  key: string | null;
}

/**
 * For this long an act belongs to whoever works on it, in milliseconds: longer than all its calls with their
 * repetitions can take, so that nobody else judges it while an answer may still come.
 */
export const heldFor = 4 * 60_000;

/** How far the provider's clock may be from ours, in milliseconds. */
export const clocks = 10 * 60_000;

type Where = (e: ExpressionBuilder<Schema, 'payments'>) => Expression<SqlBool>;

export const findActs = async (q: Queries, where: Where, most = 50): Promise<Act[]> => {
  const rows = await q
    .selectFrom('payments')
    .select(['id', 'public_id', 'user_id', 'kind', 'plan', 'amount', 'state', 'failure'])
    .select(['idempotency_key', 'token_hash', 'square_subscription_id', 'created_at'])
    .where(where)
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    publicId: row.public_id,
    userId: row.user_id,
    kind: row.kind,
    plan: row.plan,
    amount: row.amount,
    state: row.state,
    failure: row.failure,
    key: row.idempotency_key,
    tokenHash: row.token_hash,
    squareSubscriptionId: row.square_subscription_id,
    createdAt: row.created_at,
  }));
};

export const findAct = async (q: Queries, where: Where): Promise<Act | null> =>
  (await findActs(q, where, 1))[0] ?? null;

/** The acts of a member of which nobody knows yet whether they were charged. */
export const openOf =
  (userId: number): Where =>
  (e) =>
    e.and([
      e('state', 'in', ['created', 'unknown']),
      e('user_id', '=', userId),
      e('square_subscription_id', 'is', null),
    ]);

export const isOpen = ({ state }: Pick<Act, 'state'>): boolean => state === 'created' || state === 'unknown';

/** The act that a wish is about, when it was made before. @throws conflict when it was another wish */
export const findMade = async (q: Queries, viewer: Viewer, wish: Wish): Promise<Act | null> => {
  const tokenHash = hashOf(wish.token);
  const found = await findActs(
    q,
    (e) =>
      e.or([
        e('token_hash', '=', tokenHash),
        e.and([e('user_id', '=', viewer.id), e('act_key', '=', wish.key ?? '')]),
      ]),
    2,
  );
  const act = found.find((one) => one.tokenHash === tokenHash) ?? found[0];
  if (!act) return null;
  const isSame = act.userId === viewer.id && act.kind === wish.kind && act.plan === wish.plan;
  if (!isSame || act.amount !== wish.amount) throw conflict(messages.paymentKeyTaken);
  return act;
};

/** Writes the row of a new act; null when somebody else has just written it. */
export const beginAct = async (tx: Tx, viewer: Viewer, wish: Wish): Promise<Act | null> => {
  // A key whose act has failed may be used again: its client tries with another card.
  await tx.q
    .updateTable('payments')
    .set({ act_key: null })
    .where('user_id', '=', viewer.id)
    .where('act_key', '=', wish.key ?? '')
    .where('state', '=', 'failed')
    .execute();
  const now = Date.now();
  const made = await tx.q
    .insertInto('payments')
    .values({
      public_id: newId(),
      user_id: viewer.id,
      kind: wish.kind,
      plan: wish.plan,
      amount: wish.amount,
      state: 'created',
      failure: null,
      idempotency_key: newToken().slice(0, 32),
      act_key: wish.key,
      token_hash: hashOf(wish.token),
      held_until: now + heldFor,
      square_payment_id: null,
      square_order_id: null,
      square_subscription_id: null,
      card_last4: null,
      created_at: now,
    })
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst();
  return made ? findAct(tx.q, (e) => e('id', '=', made.id)) : null;
};

/** Takes an open act to work on, unless somebody is working on it. */
export const holdAct = ({ db }: Pick<House, 'db'>, act: Act): Promise<boolean> =>
  db.write(async ({ q }) => {
    const now = Date.now();
    const held = await q
      .updateTable('payments')
      .set({ held_until: now + heldFor })
      .where('id', '=', act.id)
      .where('state', 'in', ['created', 'unknown'])
      .where('held_until', '<=', now)
      .returning('id')
      .executeTakeFirst();
    return held !== undefined;
  });

/** What happened is not known: the reconciler looks again, not before every call must have ended. */
export const markUnknown = async ({ db }: Pick<House, 'db'>, act: Act): Promise<void> => {
  await db.write(({ q }) =>
    q
      .updateTable('payments')
      .set({ state: 'unknown', held_until: Date.now() + heldFor })
      .where('id', '=', act.id)
      .where('state', 'in', ['created', 'unknown'])
      .execute(),
  );
};

/** Records that nothing was charged; `tell` where its payer has gone without an answer. */
export const failAct = async (tx: Tx, act: Act, code: string, { tell }: { tell: boolean }): Promise<void> => {
  const failed = await tx.q
    .updateTable('payments')
    .set({ state: 'failed', failure: code, held_until: 0 })
    .where('id', '=', act.id)
    .where('state', 'in', ['created', 'unknown'])
    .returning('id')
    .executeTakeFirst();
  if (!failed) return;
  if (tell) await notify(tx, { kind: 'payment_failed', to: act.userId, actor: null });
  await recordAct(tx, 'payment.failed', { actorId: act.userId, target: act.publicId });
};

/** Records what was charged, once: money that has moved counts whatever was thought before. */
export const succeedAct = async (
  tx: Tx,
  act: Pick<Act, 'id' | 'userId' | 'publicId'>,
  charge: { paymentId: string | null; orderId: string | null; last4: string | null; amount: number | null },
): Promise<boolean> => {
  const done = await tx.q
    .updateTable('payments')
    .set({
      state: 'succeeded',
      failure: null,
      held_until: 0,
      square_payment_id: charge.paymentId,
      square_order_id: charge.orderId,
      card_last4: sql<string | null>`coalesce(${charge.last4}, card_last4)`,
      ...(charge.amount === null ? {} : { amount: charge.amount }),
    })
    .where('id', '=', act.id)
    .where('state', '<>', 'succeeded')
    .returning('id')
    .executeTakeFirst();
  if (!done) return false;
  await recordAct(tx, 'payment.succeeded', { actorId: act.userId, target: act.publicId });
  return true;
};

export const busy = (): Problem => new Problem('conflict', messages.paymentBusy);
export const notKnown = (cause: unknown): Problem =>
  new Problem('unavailable', messages.paymentUnknown, { cause });

/** Whoever asks again for what is being done gets the same answer: calls by the name of what they do. */
export const createFlights = <T>() => {
  const flights = new Map<string, Promise<T>>();
  return (name: string, work: () => Promise<T>): Promise<T> => {
    const flight = flights.get(name) ?? work().finally(() => flights.delete(name));
    flights.set(name, flight);
    return flight;
  };
};
