import { messages } from '../../../contract/errors/errors.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Problem } from '../../platform/problem.ts';
import type { Settings } from '../../settings.ts';
import { findPaymentRequest, openRequestsOf } from './payment-requests.ts';
import { leaseSubscription, isRunning, releaseSubscription } from './lease-subscription.ts';
import { settleRequestsOf } from './follow-up.ts';
import { Declined, findSquare } from './square.ts';
import { syncSubscription } from './sync.ts';

const stillOpen = (cause?: unknown): Problem =>
  new Problem('unavailable', messages.paymentOpenAtLeave, cause === undefined ? {} : { cause });

const endSubscription = async (
  context: Pick<AppContext, 'db' | 'settings'>,
  userId: number,
): Promise<void> => {
  const square = findSquare(context.settings);
  const leased = await leaseSubscription(context.db, userId);
  if (!square || !leased) throw stillOpen();
  try {
    const { squareId, cardId } = leased;
    if (!isRunning(leased) || squareId === null) return;
    const alreadyDone = (error: unknown): null => {
      if (error instanceof Declined) return null;
      throw error;
    };
    if (leased.endsAt === null) {
      await square
        .ask((client) => client.subscriptions.cancel({ subscriptionId: squareId }))
        .catch(alreadyDone);
    }
    await syncSubscription(context.db, square, squareId);
    // Disable the card, so that nothing can be charged to it, even if other steps fail.
    if (cardId !== null) await square.ask((client) => client.cards.disable({ cardId })).catch(alreadyDone);
  } catch (error) {
    throw stillOpen(error);
  } finally {
    await releaseSubscription(context.db, leased);
  }
};

// A leased subscription is being changed: a cancelled one may be taken up again.
const hasOpenPayments = async (tx: Tx, userId: number): Promise<boolean> => {
  const running = await tx.q
    .selectFrom('subscriptions')
    .select('user_id')
    .where('user_id', '=', userId)
    .where((e) =>
      e.or([
        e('held_until', '>', Date.now()),
        e.and([e('status', 'not in', ['none', 'ended']), e('ends_at', 'is', null)]),
      ]),
    )
    .executeTakeFirst();
  return running !== undefined || (await findPaymentRequest(tx.q, openRequestsOf(userId))) !== null;
};

/**
 * Cancels the subscription before an account is deleted, and requires that the outcome of every payment is known.
 * @throws Problem `unavailable` if that is not possible now
 */
export const endPayments = async (
  context: Pick<AppContext, 'db' | 'settings'>,
  viewer: Pick<Viewer, 'id'>,
): Promise<void> => {
  const square = findSquare(context.settings);
  if (!square) return;
  if (!(await settleRequestsOf(context.db, square, viewer.id))) throw stillOpen();
  await endSubscription(context, viewer.id);
};

/**
 * Does the same for a member who is still banned when the job runs. It cancels the subscription first: a payment whose
 * outcome is unknown must not let another one be charged meanwhile.
 */
export const endPaymentsOfBanned = async (
  context: Pick<AppContext, 'db' | 'settings'>,
  userId: number,
): Promise<void> => {
  const banned = await context.db.read
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('banned_at', 'is not', null)
    .executeTakeFirst();
  if (!banned || !findSquare(context.settings)) return;
  await endSubscription(context, userId);
  await endPayments(context, { id: userId });
};

/**
 * Checks again in the transaction that deletes the account.
 * @throws Problem `unavailable` if a payment has begun meanwhile
 */
export const assertNoOpenPayments = async (settings: Settings, tx: Tx, userId: number): Promise<void> => {
  if (findSquare(settings) && (await hasOpenPayments(tx, userId))) throw stillOpen();
};
