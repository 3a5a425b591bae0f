import { messages } from '../../../contract/errors.ts';
import { monthlyPrices } from '../../../contract/limits.ts';
import type { Plan, Subscription } from '../../../contract/payments.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { House } from '../../house.ts';
import { conflict, invalid, Problem } from '../../platform/problem.ts';
import { hashOf, newToken } from '../../platform/text/ids.ts';
import { busy, createFlights, findActs, findMade, holdAct, isOpen, openOf, type Wish } from './acts.ts';
import { findBilling, loadPayment } from './billing.ts';
import { openAct } from './open-act.ts';
import { holdSeat, isRunning, readSeat, releaseSeat, type Seat } from './seat.ts';
import { Declined, needSquare, refusalOf, type Square, Unanswered } from './square.ts';
import { customerOf, saveCard, settleSubscribing, startSubscription } from './subscribe.ts';
import { syncSubscription } from './sync.ts';

interface Choice {
  planType: Plan;
  /** Null to go on with the card on file. */
  paymentToken: string | null;
  key: string | null;
}

export interface Chosen {
  billing: Subscription;
  isNew: boolean;
}

// What changes nothing that is charged now may fail without leaving anything open.
const plainly = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Declined) throw refusalOf(error.code);
    if (error instanceof Unanswered)
      throw new Problem('unavailable', messages.providerTrouble, { cause: error });
    throw error;
  }
};

const withSeat = async <T>(house: House, userId: number, work: (seat: Seat) => Promise<T>): Promise<T> => {
  const seat = await holdSeat(house, userId);
  if (!seat) throw busy();
  try {
    return await work(seat);
  } finally {
    await releaseSeat(house, seat);
  }
};

const replaceCard = async (
  house: House,
  square: Square,
  seat: Seat & { squareId: string },
  token: string,
) => {
  const key = newToken().slice(0, 32);
  const customerId = await customerOf(house, square, seat.userId, key);
  const card = await saveCard(square, token, customerId, key);
  await square.ask(async (client) => {
    const { subscription } = await client.subscriptions.get({ subscriptionId: seat.squareId });
    await client.subscriptions.update({
      subscriptionId: seat.squareId,
      subscription: {
        cardId: card.id ?? null,
        ...(subscription?.version !== undefined && { version: subscription.version }),
      },
    });
  });
  await house.db.write(({ q }) =>
    q
      .updateTable('subscriptions')
      .set({ card_id: card.id ?? null, card_last4: card.last4 ?? null })
      .where('user_id', '=', seat.userId)
      .execute(),
  );
};

// What was planned before, an end or another plan, gives way to what is chosen now.
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

// A subscription whose payment was declined makes room for one with another card; nobody can pay the old one any more.
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

const begin = async (house: House, square: Square, viewer: Viewer, wish: Wish): Promise<void> => {
  const act = await openAct(house, viewer, wish, (open) => settleSubscribing(house, square, open));
  if (isOpen(act) && act.squareSubscriptionId === null)
    await startSubscription(house, square, act, wish.token);
  const { failure } = await loadPayment(house.db, act.id);
  if (failure !== null) throw refusalOf(failure);
};

// A purchase that is in the dark may have been made: nothing else is bought before that is known.
const settleEarlier = async (house: House, square: Square, viewer: Viewer, wish: Wish): Promise<boolean> => {
  const made = await findMade(house.db.read, viewer, wish);
  const open = await findActs(house.db.read, openOf(viewer.id));
  const earlier = open.filter((act) => act.kind === 'subscription' && act.id !== made?.id);
  for (const act of earlier) {
    if (!(await holdAct(house, act))) throw busy();
    await settleSubscribing(house, square, act);
  }
  return earlier.length > 0;
};

const choose = async (
  house: House,
  square: Square,
  viewer: Viewer,
  choice: Choice,
  seat: Seat,
): Promise<boolean> => {
  const { planType, paymentToken, key } = choice;
  if (isRunning(seat) && seat.status !== 'past_due' && seat.squareId !== null) {
    const { squareId } = seat;
    const goesOn = seat.endsAt === null && seat.nextPlan === null;
    if (seat.plan === planType && goesOn) throw conflict(messages.planHeld);
    if (seat.nextPlan === planType && seat.endsAt === null) throw conflict(messages.planHeld);
    if (paymentToken !== null) await plainly(replaceCard(house, square, { ...seat, squareId }, paymentToken));
    await plainly(changeAtSquare(square, squareId, planType));
    await plainly(syncSubscription(house, square, squareId));
    return false;
  }
  if (paymentToken === null) throw invalid('paymentToken', messages.paymentTokenMissing);
  const wish = wishOf(planType, paymentToken, key);
  if (await settleEarlier(house, square, viewer, wish)) {
    return choose(house, square, viewer, choice, await readSeat(house, seat));
  }
  if (seat.status === 'past_due' && seat.squareId !== null)
    await plainly(giveUpUnpaid(square, seat.squareId));
  await begin(house, square, viewer, wish);
  return true;
};

const wishOf = (plan: Plan, token: string, key: string | null): Wish => ({
  kind: 'subscription',
  plan,
  amount: monthlyPrices[plan],
  token,
  key,
});

const together = createFlights<Chosen>();

// The same act again, after its answer was lost: it is not a second purchase.
const wasDone = async (house: House, viewer: Viewer, { planType, paymentToken, key }: Choice) => {
  if (paymentToken === null) return false;
  const made = await findMade(house.db.read, viewer, wishOf(planType, paymentToken, key));
  return (
    made !== null && (made.state === 'succeeded' || (isOpen(made) && made.squareSubscriptionId !== null))
  );
};

/**
 * Subscribes to a plan, or changes the running subscription to it from the next billing date on.
 * @throws conflict for the plan one has and while another change is under way, invalid when the card was declined,
 *   unavailable when it is not known
 */
export const choosePlan = (house: House, viewer: Viewer, choice: Choice): Promise<Chosen> => {
  const square = needSquare(house);
  const act = choice.key ?? hashOf(choice.paymentToken ?? '');
  return together(`${viewer.id} ${choice.planType} ${act}`, async () => {
    const isNew =
      (await wasDone(house, viewer, choice)) ||
      (await withSeat(house, viewer.id, (seat) => choose(house, square, viewer, choice, seat)));
    return { billing: await findBilling(house.db, viewer), isNew };
  });
};

/** Cancels at the end of what is paid for. @throws conflict without a running subscription */
export const cancelPlan = async (house: House, viewer: Viewer): Promise<Subscription> => {
  const square = needSquare(house);
  await withSeat(house, viewer.id, async (seat) => {
    const { squareId } = seat;
    if (!isRunning(seat) || squareId === null) throw conflict(messages.noSubscription);
    if (seat.endsAt !== null) return;
    try {
      await plainly(square.ask((client) => client.subscriptions.cancel({ subscriptionId: squareId })));
    } finally {
      // Whatever it said, the provider knows how it stands now.
      await syncSubscription(house, square, squareId).catch((error: unknown) => {
        house.log.warn({ err: error }, 'A cancelled subscription was not looked at yet');
      });
    }
  });
  return findBilling(house.db, viewer);
};
