import { messages } from '../../../contract/errors/errors.ts';
import { monthlyPrices } from '../../../contract/limits.ts';
import type { Plan, Subscription } from '../../../contract/payments.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Database } from '../../platform/db/database.ts';
import { createFlights } from '../../platform/flights.ts';
import { conflict, invalid, Problem } from '../../platform/problem.ts';
import { hashOf, newToken } from '../../platform/text/ids.ts';
import { assertSessionLives } from '../auth/session.ts';
import {
  busy,
  findEarlierRequest,
  isOpen,
  type NewPaymentRequest,
  openPaymentRequest,
  settleOthers,
} from './payment-requests.ts';
import { findBilling, loadPayment } from './billing.ts';
import { settleDonation } from './donate.ts';
import {
  leaseSubscription,
  isRunning,
  reloadSubscription,
  releaseSubscription,
  type LeasedSubscription,
} from './lease-subscription.ts';
import { Declined, needSquare, refusalOf, type Square, Unanswered } from './square.ts';
import { customerOf, saveCard, settleSubscribing, startSubscription } from './subscribe.ts';
import { syncSubscription } from './sync.ts';

interface Choice {
  planType: Plan;
  /** Null to continue with the card on file. */
  paymentToken: string | null;
  key: string | null;
}

export interface Chosen {
  billing: Subscription;
  isNew: boolean;
}

// For calls that charge nothing now: if they fail, no outcome is left open.
const withPlainErrors = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Declined) throw refusalOf(error.code);
    if (error instanceof Unanswered)
      throw new Problem('unavailable', messages.providerTrouble, { cause: error });
    throw error;
  }
};

const warns =
  ({ log }: Pick<AppContext, 'log'>, what = 'A changed subscription was not looked at yet') =>
  (error: unknown): void =>
    log.warn({ err: error }, what);

// A member who was banned or has left since the request began must not be charged.
const withLease = async <T>(
  db: Database,
  viewer: Viewer,
  work: (leased: LeasedSubscription) => Promise<T>,
): Promise<T> => {
  const leased = await leaseSubscription(db, viewer.id, (tx) => assertSessionLives(tx, viewer));
  if (!leased) throw busy();
  try {
    return await work(leased);
  } finally {
    await releaseSubscription(db, leased);
  }
};

const replaceCard = async (
  db: Database,
  square: Square,
  leased: LeasedSubscription & { squareId: string },
  token: string,
) => {
  const key = newToken().slice(0, 32);
  const customerId = await customerOf(db, square, leased.userId, key);
  const card = await saveCard(square, token, customerId, key);
  await square.ask(async (client) => {
    const { subscription } = await client.subscriptions.get({ subscriptionId: leased.squareId });
    await client.subscriptions.update({
      subscriptionId: leased.squareId,
      subscription: {
        cardId: card.id ?? null,
        ...(subscription?.version !== undefined && { version: subscription.version }),
      },
    });
  });
  await db.write(({ q }) =>
    q
      .updateTable('subscriptions')
      .set({ card_id: card.id ?? null, card_last4: card.last4 ?? null })
      .where('user_id', '=', leased.userId)
      .execute(),
  );
};

const cancelAtSquare = (square: Square, subscriptionId: string) =>
  square.ask((client) => client.subscriptions.cancel({ subscriptionId }));

// A new choice replaces a planned cancellation or plan change.
const changeAtSquare = (square: Square, squareId: string, plan: Plan) =>
  square.ask(async (client) => {
    const { subscription } = await client.subscriptions.get({ subscriptionId: squareId, include: 'actions' });
    for (const { id, type } of subscription?.actions ?? []) {
      if (id && (type === 'CANCEL' || type === 'SWAP_PLAN')) {
        await client.subscriptions.deleteAction({ subscriptionId: squareId, actionId: id });
      }
    }
    if (square.planOf(subscription?.planVariationId) === plan) return;
    await client.subscriptions.swapPlan({
      subscriptionId: squareId,
      newPlanVariationId: square.settings.plans[plan],
    });
  });

// Cancels a subscription whose payment was declined, to allow one with another card: nobody can pay the old one any
// more.
const giveUpUnpaid = (square: Square, squareId: string) =>
  square.ask(async (client) => {
    const { subscription } = await client.subscriptions.get({ subscriptionId: squareId, include: 'actions' });
    const [newest] = subscription?.invoiceIds ?? [];
    const invoice = newest ? (await client.invoices.get({ invoiceId: newest })).invoice : undefined;
    if (invoice?.id && (invoice.status === 'UNPAID' || invoice.status === 'SCHEDULED')) {
      await client.invoices.cancel({ invoiceId: invoice.id, version: invoice.version ?? 0 });
    }
    const isOver = subscription?.status === 'CANCELED' || subscription?.status === 'DEACTIVATED';
    if (isOver || subscription?.canceledDate) return;
    await client.subscriptions.cancel({ subscriptionId: squareId });
  });

const begin = async (
  context: Pick<AppContext, 'db' | 'log'>,
  square: Square,
  viewer: Viewer,
  wanted: NewPaymentRequest,
): Promise<void> => {
  const request = await openPaymentRequest(context.db, viewer, wanted, (open) =>
    settleSubscribing(context.db, square, open),
  );
  if (isOpen(request) && request.squareSubscriptionId === null)
    await startSubscription(context, square, request, wanted.token);
  const { failure } = await loadPayment(context.db, request.id);
  if (failure !== null) throw refusalOf(failure);
};

const choose = async (
  context: Pick<AppContext, 'db' | 'log'>,
  square: Square,
  viewer: Viewer,
  choice: Choice,
  leased: LeasedSubscription,
): Promise<boolean> => {
  const { planType, paymentToken, key } = choice;
  if (isRunning(leased) && leased.status !== 'past_due' && leased.squareId !== null) {
    const { squareId } = leased;
    const goesOn = leased.endsAt === null && leased.nextPlan === null;
    if (leased.plan === planType && goesOn) throw conflict(messages.planHeld);
    if (leased.nextPlan === planType && leased.endsAt === null) throw conflict(messages.planHeld);
    if (paymentToken !== null)
      await withPlainErrors(replaceCard(context.db, square, { ...leased, squareId }, paymentToken));
    try {
      await withPlainErrors(changeAtSquare(square, squareId, planType));
    } catch (error) {
      // Its cancellation may be taken back already.
      if (leased.endsAt !== null)
        await cancelAtSquare(square, squareId).catch(
          warns(context, 'A subscription that goes on was not cancelled again'),
        );
      await syncSubscription(context.db, square, squareId).catch(warns(context));
      throw error;
    }
    await withPlainErrors(syncSubscription(context.db, square, squareId));
    return false;
  }
  if (paymentToken === null) throw invalid('paymentToken', messages.paymentTokenMissing);
  const wanted = requestFor(planType, paymentToken, key);
  const { db } = context;
  const hasSettled = await settleOthers(db, viewer, wanted, {
    donation: (request) => settleDonation(db, square, request),
    subscription: (request) => settleSubscribing(db, square, request),
  });
  if (hasSettled) {
    return choose(context, square, viewer, choice, await reloadSubscription(context.db, leased));
  }
  if (leased.status === 'past_due' && leased.squareId !== null)
    await withPlainErrors(giveUpUnpaid(square, leased.squareId));
  await begin(context, square, viewer, wanted);
  return true;
};

const requestFor = (plan: Plan, token: string, key: string | null): NewPaymentRequest => ({
  kind: 'subscription',
  plan,
  amount: monthlyPrices[plan],
  token,
  key,
});

const flights = createFlights<Chosen>();

// The client repeats the same request after losing its answer: this is not a second purchase.
const isRepeated = async (db: Database, viewer: Viewer, { planType, paymentToken, key }: Choice) => {
  if (paymentToken === null) return false;
  const made = await findEarlierRequest(db.read, viewer, requestFor(planType, paymentToken, key));
  return (
    made !== null && (made.state === 'succeeded' || (isOpen(made) && made.squareSubscriptionId !== null))
  );
};

/**
 * Subscribes to a plan, or changes the running subscription from the next billing date.
 * @throws conflict for the current plan and while another change is being made, invalid if the card was declined,
 * unavailable if the outcome is unknown, unauthorized once the session is over
 */
export const choosePlan = (
  context: Pick<AppContext, 'db' | 'settings' | 'log'>,
  viewer: Viewer,
  choice: Choice,
): Promise<Chosen> => {
  const square = needSquare(context.settings);
  const attempt = choice.key ?? hashOf(choice.paymentToken ?? '');
  return flights(`${viewer.id} ${choice.planType} ${attempt}`, async () => {
    const isNew =
      (await isRepeated(context.db, viewer, choice)) ||
      (await withLease(context.db, viewer, (leased) => choose(context, square, viewer, choice, leased)));
    return { billing: await findBilling(context.db, viewer), isNew };
  });
};

/**
 * Cancels at the end of the paid period.
 * @throws conflict without a running subscription, unauthorized once the session is over
 */
export const cancelPlan = async (
  context: Pick<AppContext, 'db' | 'settings' | 'log'>,
  viewer: Viewer,
): Promise<Subscription> => {
  const square = needSquare(context.settings);
  await withLease(context.db, viewer, async (leased) => {
    const { squareId } = leased;
    if (!isRunning(leased) || squareId === null) throw conflict(messages.noSubscription);
    if (leased.endsAt !== null) return;
    // The provider knows the subscription's state then, whatever the call answered.
    const sync = () => syncSubscription(context.db, square, squareId).catch(warns(context));
    try {
      await withPlainErrors(cancelAtSquare(square, squareId));
      await sync();
    } catch (error) {
      await sync();
      const now = await reloadSubscription(context.db, leased);
      // If its answer was lost, the repeated call was refused.
      if (isRunning(now) && now.endsAt === null) throw error;
    }
  });
  return findBilling(context.db, viewer);
};
