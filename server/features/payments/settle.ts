import type { AppContext } from '../../app-context.ts';
import type { Database } from '../../platform/db/database.ts';
import {
  type PaymentRequest,
  findPaymentRequest,
  findPaymentRequests,
  leasePaymentRequest,
  openOf,
} from './payment-requests.ts';
import { settleDonation } from './charges.ts';
import { leaseSubscription, releaseSubscription } from './lease-subscription.ts';
import type { Square } from './square.ts';
import { settleSubscribing } from './subscribe.ts';

const settle = async (db: Database, square: Square, act: PaymentRequest): Promise<void> => {
  if (act.kind === 'donation') return settleDonation(db, square, act);
  const leased = await leaseSubscription(db, act.userId);
  if (!leased) return;
  try {
    await settleSubscribing(db, square, act);
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
  for (const act of open) {
    if (!(await leasePaymentRequest(context.db, act))) continue;
    await settle(context.db, square, act).catch((error: unknown) => {
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
  for (const act of await findPaymentRequests(db.read, openOf(userId))) {
    if (await leasePaymentRequest(db, act)) await settle(db, square, act);
  }
  return (await findPaymentRequest(db.read, openOf(userId))) === null;
};
