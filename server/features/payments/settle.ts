import type { AppContext } from '../../app-context.ts';
import type { Database } from '../../platform/db/database.ts';
import {
  type PaymentRequest,
  findPaymentRequest,
  findPaymentRequests,
  leasePaymentRequest,
  openRequestsOf,
} from './payment-requests.ts';
import { settleDonation } from './charges.ts';
import { leaseSubscription, releaseSubscription } from './lease-subscription.ts';
import type { Square } from './square.ts';
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
