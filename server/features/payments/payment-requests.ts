import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import { messages } from '../../../contract/errors/errors.ts';
import type { Plan } from '../../../contract/payments.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Database, Queries, Tx } from '../../platform/db/database.ts';
import type { Schema } from '../../platform/db/schema/schema.ts';
import { Problem } from '../../platform/problem.ts';
import { hashOf, newId, newToken } from '../../platform/text/ids.ts';
import { recordAuditEntry } from '../audit/record.ts';
import { assertSessionLives } from '../auth/session.ts';
import { notify } from '../notifications/notify.ts';

/**
 * One payment request: one press of 'Pay', however many times it then reaches the server. Its row with the provider's
 * idempotency key is written before the call to the provider.
 */
export interface PaymentRequest {
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

export interface NewPaymentRequest {
  kind: PaymentRequest['kind'];
  plan: Plan | null;
  amount: number;
  token: string;
  /** The client's idempotency key; null if it sent none, and then the token identifies the request. */
  key: string | null;
}

/**
 * The length of the lease on a payment request, in milliseconds. It exceeds all calls with their retries, so nobody
 * else settles the request while an answer may still arrive.
 */
export const leaseMs = 4 * 60_000;

/** The maximum skew between the provider's clock and ours, in milliseconds. */
export const clockSkewMs = 10 * 60_000;

type RequestFilter = (e: ExpressionBuilder<Schema, 'payments'>) => Expression<SqlBool>;

export const findPaymentRequests = async (
  q: Queries,
  where: RequestFilter,
  max = 50,
): Promise<PaymentRequest[]> => {
  const rows = await q
    .selectFrom('payments')
    .select(['id', 'public_id', 'user_id', 'kind', 'plan', 'amount', 'state', 'failure'])
    .select(['idempotency_key', 'token_hash', 'square_subscription_id', 'created_at'])
    .where(where)
    .orderBy('id')
    .limit(max)
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

export const findPaymentRequest = async (q: Queries, where: RequestFilter): Promise<PaymentRequest | null> =>
  (await findPaymentRequests(q, where, 1))[0] ?? null;

/** A member's payment requests whose outcome is still unknown. */
export const openRequestsOf =
  (userId: number): RequestFilter =>
  (e) =>
    e.and([
      e('state', 'in', ['created', 'unknown']),
      e('user_id', '=', userId),
      e('square_subscription_id', 'is', null),
    ]);

export const isOpen = ({ state }: Pick<PaymentRequest, 'state'>): boolean =>
  state === 'created' || state === 'unknown';

/**
 * The payment request made earlier with the same key or token.
 * @throws Problem `mismatch` (its key) or conflict (its token) if it was for something else
 */
export const findEarlierRequest = async (
  q: Queries,
  viewer: Viewer,
  wanted: NewPaymentRequest,
): Promise<PaymentRequest | null> => {
  const tokenHash = hashOf(wanted.token);
  const found = await findPaymentRequests(
    q,
    (e) =>
      e.or([
        e('token_hash', '=', tokenHash),
        e.and([e('user_id', '=', viewer.id), e('act_key', '=', wanted.key ?? '')]),
      ]),
    2,
  );
  const request = found.find((one) => one.tokenHash === tokenHash) ?? found[0];
  if (!request) return null;
  const hasToken = request.tokenHash === tokenHash;
  const isSame = request.userId === viewer.id && request.kind === wanted.kind && request.plan === wanted.plan;
  if (!isSame || request.amount !== wanted.amount)
    throw new Problem(hasToken ? 'conflict' : 'mismatch', messages.paymentKeyTaken);
  return request;
};

/**
 * Writes the row of a new payment request; null if a concurrent call has just written it.
 * @throws unauthorized once the session is over: a member who was banned or has left must not be charged
 */
const beginPaymentRequest = async (
  tx: Tx,
  viewer: Viewer,
  wanted: NewPaymentRequest,
): Promise<PaymentRequest | null> => {
  await assertSessionLives(tx, viewer);
  // Free the key of a failed request: its client retries with another card.
  await tx.q
    .updateTable('payments')
    .set({ act_key: null })
    .where('user_id', '=', viewer.id)
    .where('act_key', '=', wanted.key ?? '')
    .where('state', '=', 'failed')
    .execute();
  const now = Date.now();
  const made = await tx.q
    .insertInto('payments')
    .values({
      public_id: newId(),
      user_id: viewer.id,
      kind: wanted.kind,
      plan: wanted.plan,
      amount: wanted.amount,
      state: 'created',
      failure: null,
      idempotency_key: newToken().slice(0, 32),
      act_key: wanted.key,
      token_hash: hashOf(wanted.token),
      held_until: now + leaseMs,
      square_payment_id: null,
      square_order_id: null,
      square_subscription_id: null,
      card_last4: null,
      created_at: now,
    })
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst();
  return made ? findPaymentRequest(tx.q, (e) => e('id', '=', made.id)) : null;
};

/** Leases an open payment request, unless another worker has the lease. */
export const leasePaymentRequest = (db: Database, request: PaymentRequest): Promise<boolean> =>
  db.write(async ({ q }) => {
    const now = Date.now();
    const held = await q
      .updateTable('payments')
      .set({ held_until: now + leaseMs })
      .where('id', '=', request.id)
      .where('state', 'in', ['created', 'unknown'])
      .where('held_until', '<=', now)
      .returning('id')
      .executeTakeFirst();
    return held !== undefined;
  });

/**
 * Settles other payment requests of the member, whose outcome is unknown: until it is known, nothing else may be bought (PAY-4).
 * @returns whether there were any
 * @throws conflict for one that another worker has, or of a kind that is not settled here
 */
export const settleOthers = async (
  db: Database,
  viewer: Viewer,
  wanted: NewPaymentRequest,
  settle: Partial<Record<PaymentRequest['kind'], (request: PaymentRequest) => Promise<void>>>,
): Promise<boolean> => {
  const made = await findEarlierRequest(db.read, viewer, wanted);
  const open = await findPaymentRequests(db.read, openRequestsOf(viewer.id));
  const others = open.filter(({ id }) => id !== made?.id);
  for (const request of others) {
    const settleOne = settle[request.kind];
    if (!settleOne || !(await leasePaymentRequest(db, request))) throw busy();
    await settleOne(request);
  }
  return others.length > 0;
};

/** The outcome is unknown: the reconciler looks again once every call must have ended. */
export const markUnknown = async (db: Database, request: PaymentRequest): Promise<void> => {
  await db.write(({ q }) =>
    q
      .updateTable('payments')
      .set({ state: 'unknown', held_until: Date.now() + leaseMs })
      .where('id', '=', request.id)
      .where('state', 'in', ['created', 'unknown'])
      .execute(),
  );
};

/** Records that nothing was charged; `tell` notifies a payer who got no answer. */
export const failPaymentRequest = async (
  tx: Tx,
  request: PaymentRequest,
  code: string,
  { tell }: { tell: boolean },
): Promise<void> => {
  const failed = await tx.q
    .updateTable('payments')
    .set({ state: 'failed', failure: code, held_until: 0 })
    .where('id', '=', request.id)
    .where('state', 'in', ['created', 'unknown'])
    .returning('id')
    .executeTakeFirst();
  if (!failed) return;
  if (tell) await notify(tx, { kind: 'payment_failed', to: request.userId, actor: null });
  await recordAuditEntry(tx, 'payment.failed', { actorId: request.userId, target: request.publicId });
};

/** Records a charge once. Money that has moved counts, also if the request was recorded as failed. */
export const completePaymentRequest = async (
  tx: Tx,
  request: Pick<PaymentRequest, 'id' | 'userId' | 'publicId'>,
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
    .where('id', '=', request.id)
    .where('state', '<>', 'succeeded')
    .returning('id')
    .executeTakeFirst();
  if (!done) return false;
  await recordAuditEntry(tx, 'payment.succeeded', { actorId: request.userId, target: request.publicId });
  return true;
};

export const busy = (): Problem => new Problem('conflict', messages.paymentBusy);
export const unknownOutcome = (cause: unknown): Problem =>
  new Problem('unavailable', messages.paymentUnknown, { cause });

/**
 * Leases the payment request for this wish, or returns it as it ended.
 * @throws conflict while another worker has the lease, unauthorized once the session is over
 */
export const openPaymentRequest = async (
  db: Database,
  viewer: Viewer,
  wanted: NewPaymentRequest,
  settle: (request: PaymentRequest) => Promise<void>,
): Promise<PaymentRequest> => {
  const known = await findEarlierRequest(db.read, viewer, wanted);
  const isSameCard = known?.tokenHash === hashOf(wanted.token);
  if (known && isOpen(known)) {
    if (!(await leasePaymentRequest(db, known))) throw busy();
    // With the same card token the same call may be repeated. With a new token the outcome of the first call must be
    // known first.
    if (isSameCard) return known;
    await settle(known);
    return openPaymentRequest(db, viewer, wanted, settle);
  }
  if (known && (isSameCard || known.state === 'succeeded')) return known;
  const made = await db.write((tx) => beginPaymentRequest(tx, viewer, wanted));
  if (made) return made;
  // A concurrent call has just written it, with the same token or key.
  throw busy();
};
