import * as z from 'zod/mini';
import type { AppContext } from '../../app-context.ts';
import type { Database } from '../../platform/db/database.ts';
import { recordAuditEntry } from '../audit/record.ts';
import { notify } from '../notifications/notify.ts';
import {
  findPaymentRequest,
  findPaymentRequests,
  leasePaymentRequest,
  openRequestsOf,
  type PaymentRequest,
} from './payment-requests.ts';
import { applyCharge, settleDonation } from './donate.ts';
import { centsOf, findSquare, type Square } from './square.ts';
import { syncSubscription } from './sync.ts';
import { leaseSubscription, releaseSubscription } from './lease-subscription.ts';
import { settleSubscribing } from './subscribe.ts';

const settle = async (db: Database, square: Square, request: PaymentRequest): Promise<void> => {
  if (request.kind === 'donation') return settleDonation(db, square, request);
  const leased = await leaseSubscription(db, request.userId);
  if (!leased) return;
  try {
    await settleSubscribing(db, square, request);
  } finally {
    await releaseSubscription(db, leased);
  }
};

/** Settles the payment requests that a crash or a lost answer left open; calls the provider only if there are any. */
export const settleOpenRequests = async (
  context: Pick<AppContext, 'db' | 'log'>,
  square: Square,
): Promise<void> => {
  const open = await findPaymentRequests(context.db.read, (e) =>
    e.and([e('state', 'in', ['created', 'unknown']), e('held_until', '<=', Date.now())]),
  );
  for (const request of open) {
    if (!(await leasePaymentRequest(context.db, request))) continue;
    await settle(context.db, square, request).catch((error: unknown) => {
      context.log.warn({ err: error }, 'A payment could not be settled yet');
    });
  }
};

/**
 * Settles the open payment requests of a member whose account is about to be deleted. A subscription that waits for
 * its first payment does not count: it will be cancelled.
 * @returns whether none is left
 */
export const settleRequestsOf = async (db: Database, square: Square, userId: number): Promise<boolean> => {
  for (const request of await findPaymentRequests(db.read, openRequestsOf(userId))) {
    if (await leasePaymentRequest(db, request)) await settle(db, square, request);
  }
  return (await findPaymentRequest(db.read, openRequestsOf(userId))) === null;
};

const day = 24 * 60 * 60_000;
/** The provider repeats a message for a day at most. Events are kept longer, for operators who investigate. */
const eventsKeptFor = 90 * day;
const syncEvery = 20 * 60 * 60_000;
const batchSize = 50;

const About = z.object({ id: z.string(), failed: z.optional(z.nullable(z.string())) });

/** Asks the provider for a payment's state: the charge and its refunds. */
const syncPayment = async (db: Database, square: Square, paymentId: string): Promise<void> => {
  const { payment } = await square.ask((client) => client.payments.get({ paymentId }));
  if (!payment) return;
  const request = await findPaymentRequest(db.read, (e) =>
    e.or([
      e('square_payment_id', '=', paymentId),
      e('public_id', '=', payment.referenceId ?? ''),
      e('square_order_id', '=', payment.orderId ?? ''),
    ]),
  );
  if (!request) return;
  // Money that has moved counts, also if the request was recorded as failed.
  if (request.kind === 'donation' && request.state !== 'succeeded') {
    await applyCharge(db, request, payment, { tell: true });
  }
  const refunded = centsOf(payment.refundedMoney);
  const last4 = payment.cardDetails?.card?.last4;
  await db.write(async (tx) => {
    if (last4 !== undefined) {
      await tx.q
        .updateTable('payments')
        .set({ card_last4: last4 })
        .where('id', '=', request.id)
        .where('card_last4', 'is', null)
        .execute();
    }
    const more = await tx.q
      .updateTable('payments')
      .set({ refunded })
      .where('id', '=', request.id)
      .where('refunded', '<', refunded)
      .returning('id')
      .executeTakeFirst();
    if (!more) return;
    await notify(tx, { kind: 'payment_refunded', to: request.userId, actor: null });
    await recordAuditEntry(tx, 'payment.refunded', { actorId: null, target: request.publicId });
  });
};

/** Syncs subscriptions without a message for 20 hours, in case one was lost. */
export const syncQuietOnes = async (
  { db, log }: Pick<AppContext, 'db' | 'log'>,
  square: Square,
): Promise<void> => {
  const now = Date.now();
  const quiet = await db.read
    .selectFrom('subscriptions')
    .select('square_id')
    .where('status', 'not in', ['none', 'ended'])
    .where('synced_at', '<', now - syncEvery)
    .orderBy('synced_at')
    .limit(batchSize)
    .execute();
  for (const { square_id: id } of quiet) {
    if (id === null) continue;
    await syncSubscription(db, square, id).catch((error: unknown) => {
      log.warn({ err: error }, 'A subscription could not be looked at yet');
    });
  }
  await db.write(({ q }) =>
    q
      .deleteFrom('webhook_events')
      .where('received_at', '<', now - eventsKeptFor)
      .execute(),
  );
};

/** Registers the jobs that follow up on payments; none if payments are not set up. */
export const handlePayments = (context: AppContext): void => {
  const { jobs } = context;
  const square = findSquare(context.settings);
  if (!square) return;
  jobs.handle('square-subscription', async (payload) => {
    const { id, failed } = About.parse(payload);
    await syncSubscription(context.db, square, id, failed ?? null);
  });
  jobs.handle('square-payment', async (payload) => {
    await syncPayment(context.db, square, About.parse(payload).id);
  });
  jobs.handle('settle-payments', () => settleOpenRequests(context, square), { every: 60_000 });
  jobs.handle('sync-subscriptions', () => syncQuietOnes(context, square), { every: 60 * 60_000 });
};
