import type { AppContext } from '../../app-context.ts';
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

const settle = async (context: AppContext, square: Square, act: PaymentRequest): Promise<void> => {
  if (act.kind === 'donation') return settleDonation(context, square, act);
  const leased = await leaseSubscription(context, act.userId);
  if (!leased) return;
  try {
    await settleSubscribing(context, square, act);
  } finally {
    await releaseSubscription(context, leased);
  }
};

/** Settles the payment requests that a crash or a lost answer left open; calls the provider only if there are any. */
export const settleOpenRequests = async (context: AppContext, square: Square): Promise<void> => {
  const open = await findPaymentRequests(context.db.read, (e) =>
    e.and([e('state', 'in', ['created', 'unknown']), e('held_until', '<=', Date.now())]),
  );
  for (const act of open) {
    if (!(await leasePaymentRequest(context, act))) continue;
    await settle(context, square, act).catch((error: unknown) => {
      context.log.warn({ err: error }, 'A payment could not be settled yet');
    });
  }
};

/**
 * Settles the open payment requests of a member whose account is about to be deleted. A subscription that waits for
 * its first payment does not count: it will be cancelled.
 * @returns whether none is left
 */
export const settleRequestsOf = async (
  context: AppContext,
  square: Square,
  userId: number,
): Promise<boolean> => {
  for (const act of await findPaymentRequests(context.db.read, openOf(userId))) {
    if (await leasePaymentRequest(context, act)) await settle(context, square, act);
  }
  return (await findPaymentRequest(context.db.read, openOf(userId))) === null;
};
